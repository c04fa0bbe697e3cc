// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage.replay;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.athanor.simulator.manage.DecisionReplay;
import org.athanor.simulator.manage.Planning;
import org.athanor.simulator.manage.ReplayedDecision;
import org.athanor.storage.decision.AptRules;
import org.athanor.storage.decision.Candidate;
import org.athanor.storage.popularity.AccessEvent;
import org.athanor.storage.tier.Tier;
import org.athanor.tiering.plan.Decisions;
import org.athanor.tiering.record.RecordedSettings;
import org.athanor.tiering.record.RecordingReader;

/**
 * Tells the simulator what a daemon learnt, and compares what it predicts and decides with what the
 * daemon did.
 */
public final class Replay {
  private static final int SHOWN = 20;
  private static final String NOTHING = "nothing";

  private final List<String> shown = new ArrayList<>();
  private DecisionReplay simulated;
  private long periods;
  private long plans;
  private long candidates;
  private long decisions;
  private long differences;

  private Replay() {}

  /**
   * Replays a recording.
   *
   * @throws org.athanor.tiering.record.RecordingFormatException if the file is none
   */
  public static ReplayResult of(Path recording) throws IOException {
    Replay replay = new Replay();
    RecordingReader.read(recording, replay.new Events());
    return new ReplayResult(
        replay.periods,
        replay.plans,
        replay.candidates,
        replay.decisions,
        replay.differences,
        replay.shown);
  }

  private final class Events implements RecordingReader.Listener {
    @Override
    public void begins(RecordedSettings settings) {
      simulated = new DecisionReplay(settings.predictor(), settings.period(), settings.maxFiles());
    }

    @Override
    public void created(String path, long timeMillis, int blocks) {
      simulated.created(path, timeMillis, blocks);
    }

    @Override
    public void accessed(AccessEvent event) {
      simulated.accessed(event);
    }

    @Override
    public void deleted(String path) {
      simulated.deleted(path);
    }

    @Override
    public void renamed(String from, String to) {
      simulated.renamed(from, to);
    }

    @Override
    public void endOfPeriod(long endMillis) {
      periods++;
      simulated.endOfPeriod(endMillis);
    }

    @Override
    public void copies(
        Decisions.SsdCopies region, List<Candidate> asked, Set<String> load, Set<String> evict) {
      Map<String, String> recorded = new TreeMap<>();
      load.forEach(path -> recorded.put(path, on(region.cache())));
      evict.forEach(path -> recorded.put(path, on(region.home())));
      Planning planning =
          new Planning.Region(
              region.home(), region.cache(), region.capacityBytes(), region.bonus());
      Map<String, String> decided = new TreeMap<>();
      for (ReplayedDecision one : simulated.decide(planning, predict(planning, asked))) {
        decided.put(one.path(), on(one.tier()));
      }
      compare("copies on " + region.cache().name(), recorded, decided);
    }

    @Override
    public void replicas(AptRules rules, List<Candidate> asked, Map<String, Integer> changes) {
      Map<String, String> recorded = new TreeMap<>();
      changes.forEach((path, number) -> recorded.put(path, many(number)));
      Planning planning = new Planning.AptStore(rules);
      Map<String, String> decided = new TreeMap<>();
      for (ReplayedDecision one : simulated.decide(planning, predict(planning, asked))) {
        decided.put(one.path(), many(one.replicas()));
      }
      compare("replicas", recorded, decided);
    }
  }

  private static String on(Tier tier) {
    return "to " + tier.name();
  }

  private static String many(int number) {
    return number + " replicas";
  }

  private List<Candidate> predict(Planning planning, List<Candidate> asked) {
    plans++;
    candidates += asked.size();
    List<Candidate> predicted = simulated.predict(planning, asked);
    for (int i = 0; i < asked.size(); i++) {
      double recorded = asked.get(i).popularity();
      double now = predicted.get(i).popularity();
      if (Double.compare(recorded, now) != 0) {
        differs(asked.get(i).file().path(), "popularity " + recorded, "popularity " + now);
      }
    }
    return predicted;
  }

  private void compare(String what, Map<String, String> recorded, Map<String, String> decided) {
    decisions += recorded.size();
    Set<String> paths = new TreeSet<>(recorded.keySet());
    paths.addAll(decided.keySet());
    for (String path : paths) {
      String before = recorded.getOrDefault(path, NOTHING);
      String now = decided.getOrDefault(path, NOTHING);
      if (!before.equals(now)) {
        differs(path, what + ": " + before, what + ": " + now);
      }
    }
  }

  private void differs(String path, String recorded, String now) {
    differences++;
    if (shown.size() < SHOWN) {
      shown.add(
          ("period " + periods + ", " + path + ": recorded " + recorded + ", replayed " + now)
              .replaceAll("\\p{Cntrl}", "?"));
    }
  }
}
