// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.replay;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.scheduler.carbon.CarbonPolicy;
import org.athanor.scheduler.carbon.Electricity;
import org.athanor.scheduler.policy.Policy;
import org.athanor.scheduler.policy.View;
import org.athanor.scheduler.record.RecordedDecision;
import org.athanor.scheduler.record.RecordedPolicy;
import org.athanor.scheduler.record.RecordingReader;
import org.athanor.scheduler.service.Policies;

/** Gives a policy what was recorded, and compares what it decides. One thread. */
public final class Replay implements RecordingReader.Listener {
  private static final int SHOWN = 20;
  private static final String NOTHING = "nothing";

  private final List<String> shown = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private String name = "";
  private Policy policy;
  private boolean needsElectricity;

  /** What is known now; null before that is told. */
  private Electricity electricity;

  private long views;
  private long decisions;
  private long differences;

  private Replay() {}

  /**
   * Replays a recording.
   *
   * @throws org.athanor.scheduler.record.RecordingFormatException if the file is none
   */
  public static ReplayResult of(Path recording) throws IOException {
    Replay replay = new Replay();
    RecordingReader.read(recording, replay);
    return new ReplayResult(
        replay.name,
        replay.views,
        replay.decisions,
        replay.differences,
        replay.shown,
        replay.notes);
  }

  @Override
  public void begins(RecordedPolicy recorded) {
    name = recorded.name();
    Policy base;
    try {
      base = Policies.named(name);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("policy=" + name + ": " + e.getMessage(), e);
    }
    needsElectricity = recorded.carbonBound().isPresent();
    policy =
        needsElectricity
            ? new CarbonPolicy(base, now -> electricity, recorded.carbonBound().getAsDouble())
            : base;
  }

  @Override
  public void electricity(Electricity known) {
    electricity = known;
  }

  @Override
  public void asked(long line, View view, Instant now, long seed, List<RecordedDecision> decided) {
    if (needsElectricity && electricity == null && !view.clusters().isEmpty()) {
      throw new IllegalArgumentException("must come after a line 'electricity'");
    }
    views++;
    decisions += decided.size();
    Map<String, RecordedDecision> recorded = new LinkedHashMap<>();
    for (RecordedDecision each : decided) {
      if (recorded.put(each.job(), each) != null) {
        throw new IllegalArgumentException("job " + each.job() + ": is decided about twice");
      }
    }
    Map<String, RecordedDecision> replayed = new LinkedHashMap<>();
    policy
        .decide(view, now, seed)
        .forEach(each -> replayed.put(each.job(), RecordedDecision.of(each)));
    compare(line, now, recorded, replayed);
  }

  private void compare(
      long line,
      Instant now,
      Map<String, RecordedDecision> recorded,
      Map<String, RecordedDecision> replayed) {
    Set<String> jobs = new LinkedHashSet<>(recorded.keySet());
    jobs.addAll(replayed.keySet());
    long before = differences;
    for (String job : jobs) {
      Optional<RecordedDecision> then = Optional.ofNullable(recorded.get(job));
      Optional<RecordedDecision> today = Optional.ofNullable(replayed.get(job));
      if (then.isEmpty() || today.isEmpty() || !then.get().doesTheSame(today.get())) {
        differs(line, now + ", " + job + ": recorded " + text(then) + ", replayed " + text(today));
      }
    }
    List<String> order = List.copyOf(recorded.keySet());
    List<String> today = List.copyOf(replayed.keySet());
    if (before == differences && !order.equals(today)) {
      differs(line, now + ": recorded in the order " + order + ", replayed " + today);
    }
  }

  private static String text(Optional<RecordedDecision> decision) {
    return decision.map(it -> it.text() + " (" + it.reason() + ")").orElse(NOTHING);
  }

  private void differs(long line, String what) {
    differences++;
    if (shown.size() < SHOWN) {
      shown.add(("line " + line + ", " + what).replaceAll("\\p{Cntrl}", "?"));
    }
  }

  @Override
  public void full(long bytes) {
    notes.add(
        "the recording had no room for more than "
            + bytes
            + " bytes: it ends before its scheduler");
  }

  @Override
  public void cut(long line) {
    notes.add("line " + line + " is cut, as a process leaves it that was killed: left out");
  }
}
