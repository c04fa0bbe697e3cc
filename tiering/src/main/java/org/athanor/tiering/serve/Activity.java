// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.serve;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.audit.AuditBatch;
import org.athanor.tiering.keep.Keeper;
import org.athanor.tiering.keep.KeptFacts;
import org.athanor.tiering.plan.HotFile;
import org.athanor.tiering.plan.PlanAction;

/**
 * What a manager does and has done, for a status page and a log. Thread-safe. Keeps the last
 * {@value #KEPT} outcomes and notices.
 */
public final class Activity implements Keeper.Listener {
  private static final int KEPT = 1000;

  private final Consumer<String> log;
  private long events;
  private long malformed;
  private long accesses;
  private long files;
  private long periodsEnded;
  private Instant periodEnd = Instant.EPOCH;
  private Instant logTime = Instant.EPOCH;
  private String doing = "reading the audit log";
  private PlanFacts plan = new PlanFacts(Instant.EPOCH, 0, 0, 0, 0, Map.of(), List.of());
  private final Map<Outcome.Status, Long> totals = new EnumMap<>(Outcome.Status.class);
  private final Deque<Done> outcomes = new ArrayDeque<>();
  private final Deque<Said> notices = new ArrayDeque<>();
  private Optional<KeptFacts> kept = Optional.empty();

  /**
   * The last plan.
   *
   * @param made when; 1970 if none was
   * @param files that were looked at
   * @param actions to be done
   * @param repairs those of them that bring replicas back to where their policy wants them
   * @param bytes of replicas that are written
   * @param leftAlone number of files by reason
   * @param hottest files with the highest prediction
   */
  public record PlanFacts(
      Instant made,
      int files,
      int actions,
      int repairs,
      long bytes,
      Map<String, Integer> leftAlone,
      List<HotFile> hottest) {
    /** Copies map and list. */
    public PlanFacts {
      leftAlone = new TreeMap<>(leftAlone);
      hottest = List.copyOf(hottest);
    }
  }

  /** An outcome, and when it was. */
  public record Done(Instant time, Outcome outcome) {}

  /** A notice, and when it was. */
  public record Said(Instant time, String text) {}

  /**
   * All at one moment.
   *
   * @param events lines of the audit log that say something about files
   * @param malformedLines of the audit log
   * @param accesses that counted
   * @param knownFiles whose use is remembered
   * @param periodsEnded since the start
   * @param periodEnd of the current period; 1970 before the first
   * @param logTime of the last event
   * @param doing in words
   * @param plan the last one
   * @param totals number of outcomes since the start
   * @param outcomes the latest, the last one first
   * @param notices the latest, the last one first
   * @param kept how whole the files are that rules place; empty without rules, and at first
   */
  public record Snapshot(
      long events,
      long malformedLines,
      long accesses,
      long knownFiles,
      long periodsEnded,
      Instant periodEnd,
      Instant logTime,
      String doing,
      PlanFacts plan,
      Map<Outcome.Status, Long> totals,
      List<Done> outcomes,
      List<Said> notices,
      Optional<KeptFacts> kept) {}

  /** Nothing has been done. Lines for a log go to {@code log}, on the manager's thread. */
  public Activity(Consumer<String> log) {
    this.log = log;
  }

  /** What is known now. */
  public synchronized Snapshot snapshot() {
    return new Snapshot(
        events,
        malformed,
        accesses,
        files,
        periodsEnded,
        periodEnd,
        logTime,
        doing,
        plan,
        new EnumMap<>(totals),
        new ArrayList<>(outcomes),
        new ArrayList<>(notices),
        kept);
  }

  @Override
  public synchronized void kept(KeptFacts facts) {
    kept = Optional.of(facts);
  }

  /** Something went wrong, or is worth knowing; in one line. */
  @Override
  public void notice(String text) {
    synchronized (this) {
      keep(notices, new Said(Instant.now(), text));
    }
    log(text);
  }

  /** Names of files may have control characters, which would make lines of their own. */
  private void log(String line) {
    log.accept(line.replaceAll("\\p{Cntrl}", "?"));
  }

  private static <T> void keep(Deque<T> kept, T added) {
    kept.addFirst(added);
    if (kept.size() > KEPT) {
      kept.removeLast();
    }
  }

  synchronized void accessed() {
    accesses++;
  }

  synchronized void periodEnded() {
    periodsEnded++;
  }

  void read(AuditBatch batch) {
    synchronized (this) {
      events += batch.counts().events();
      malformed += batch.counts().malformed();
      if (!batch.events().isEmpty()) {
        logTime = batch.events().get(batch.events().size() - 1).time();
      }
    }
    batch.notices().forEach(this::notice);
  }

  synchronized void stored(long knownFiles, long periodEndMillis) {
    files = knownFiles;
    periodEnd = Instant.ofEpochMilli(periodEndMillis);
  }

  synchronized void waiting() {
    doing = "waiting for the end of the period";
  }

  synchronized void looking() {
    doing = "looking at all files";
  }

  void planned(PlanFacts made) {
    synchronized (this) {
      plan = made;
      doing = "carrying the plan out";
    }
    log(
        "planned: "
            + made.actions()
            + " of "
            + made.files()
            + " files, "
            + made.repairs()
            + " of them repairs, "
            + made.bytes()
            + " bytes to write");
  }

  @Override
  public void ended(Outcome outcome) {
    synchronized (this) {
      totals.merge(outcome.status(), 1L, Long::sum);
      keep(outcomes, new Done(Instant.now(), outcome));
    }
    if (outcome.status() != Outcome.Status.WAS_DONE) {
      PlanAction action = outcome.action();
      log(
          action.path()
              + ": "
              + action.fromPolicy()
              + " "
              + action.fromReplicas()
              + " -> "
              + action.toPolicy()
              + " "
              + action.toReplicas()
              + ": "
              + outcome.status()
              + (outcome.detail().isEmpty() ? "" : " (" + outcome.detail() + ")"));
    }
  }

  @Override
  public synchronized void moving(int moved, long bytes) {
    doing = "moving replicas of " + moved + " files";
  }
}
