// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.counters.LimitExceededException;
import org.athanor.engine.coordinator.AttemptRef;
import org.athanor.engine.job.AttemptView;
import org.athanor.engine.job.ContainerPlace;
import org.athanor.engine.job.LimitedCounters;
import org.athanor.engine.task.AttemptReport;
import org.athanor.engine.thread.Clock;

/**
 * What is known of one attempt. Guarded by its job's lock, except the report, which is thread-safe.
 */
final class AttemptRecord {
  private static final int NO_WORKER = -1;

  private final AttemptRef ref;
  private final TaskAttemptID id;
  private final int worker;
  private final boolean alone;
  private final ContainerPlace place;
  private final AttemptReport report;
  private final List<String> diagnostics = new ArrayList<>();
  private boolean abandoned;
  private TaskStatus.State state = TaskStatus.State.UNASSIGNED;
  private boolean mayCommit;
  private long startTime;
  private long startNanos; // by a clock that does not jump
  private long finishTime;
  private Counters finalCounters; // null until it has ended

  /**
   * @param alone whether the Worker runs nothing else
   */
  AttemptRecord(
      AttemptRef ref,
      TaskAttemptID id,
      int worker,
      boolean alone,
      ContainerPlace place,
      AttemptReport report) {
    this.ref = ref;
    this.id = id;
    this.worker = worker;
    this.alone = alone;
    this.place = place;
    this.report = report;
  }

  /** An attempt that has succeeded under an earlier master. */
  static AttemptRecord recovered(AttemptRef ref, FinishedTask task) {
    AttemptRecord attempt =
        new AttemptRecord(ref, task.attempt(), NO_WORKER, false, task.place(), task);
    attempt.startTime = task.startTime();
    attempt.end(TaskStatus.State.SUCCEEDED, task.finishTime(), "");
    return attempt;
  }

  AttemptRef ref() {
    return ref;
  }

  TaskAttemptID id() {
    return id;
  }

  /** Returns the number of the Worker that runs it. */
  int worker() {
    return worker;
  }

  /** Returns where it runs. */
  ContainerPlace place() {
    return place;
  }

  boolean isAlone() {
    return alone;
  }

  AttemptReport report() {
    return report;
  }

  /** Notes that the attempt was abandoned: it ends when its output is aborted. */
  void abandoned() {
    abandoned = true;
  }

  boolean wasAbandoned() {
    return abandoned;
  }

  boolean hasEnded() {
    return finishTime != 0;
  }

  /** Returns whether the attempt can be told to end: it waits or runs, and was not abandoned. */
  boolean canEnd() {
    return finishTime == 0 && !abandoned;
  }

  TaskStatus.State state() {
    return state;
  }

  boolean isRunning() {
    return state == TaskStatus.State.RUNNING;
  }

  void grantCommit() {
    mayCommit = true;
  }

  boolean mayCommit() {
    return mayCommit;
  }

  long startTime() {
    return startTime;
  }

  /**
   * Returns the start plus how long the attempt ran, which is another time than that of the end if
   * the machine's clock was set meanwhile.
   */
  long finishTime() {
    return finishTime;
  }

  /**
   * Returns for how many milliseconds an attempt has run that runs now.
   *
   * @param nanoTime as {@link Clock#nanoTime}
   */
  long runMillis(long nanoTime) {
    return TimeUnit.NANOSECONDS.toMillis(nanoTime - startNanos);
  }

  void started(Clock clock) {
    state = TaskStatus.State.RUNNING;
    startTime = clock.currentTimeMillis();
    startNanos = clock.nanoTime();
  }

  void ended(TaskStatus.State how, Clock clock, String diagnostic) {
    if (startTime == 0) {
      started(clock);
    }
    end(how, startTime + runMillis(clock.nanoTime()), diagnostic);
  }

  private void end(TaskStatus.State how, long time, String diagnostic) {
    state = how;
    finishTime = time;
    finalCounters = currentCounters();
    if (!diagnostic.isEmpty()) {
      diagnostics.add(diagnostic);
    }
  }

  /** Notes that the output of an attempt that had succeeded is lost: it counts as killed. */
  void outputLost() {
    state = TaskStatus.State.KILLED;
    diagnostics.add("its output was lost with its Worker");
  }

  /**
   * Returns the counters: for an ended attempt always the same object. Callers must not change it.
   */
  Counters counters() {
    return finalCounters != null ? finalCounters : currentCounters();
  }

  /** Returns a copy of the counters; if they exceed Hadoop's limit, of as many as it allows. */
  private Counters currentCounters() {
    try {
      return new Counters(report.counters());
    } catch (LimitExceededException | IllegalArgumentException e) {
      return limitedCounters(); // see JobRecord.counters
    }
  }

  private Counters limitedCounters() {
    LimitedCounters limited = new LimitedCounters();
    for (org.apache.hadoop.mapred.Counters.Group group : report.counters()) {
      for (org.apache.hadoop.mapred.Counters.Counter counter : group) {
        limited.add(
            group.getUnderlyingGroup(), group.getName(), counter.getName(), counter.getValue());
      }
    }
    return limited.sum();
  }

  AttemptView view() {
    return new AttemptView(
        id,
        state,
        report.phase(),
        report.lastProgress(),
        report.status(),
        startTime,
        report.shuffleFinishTime(),
        report.sortFinishTime(),
        finishTime,
        counters(),
        List.copyOf(diagnostics),
        Optional.of(place),
        worker);
  }
}
