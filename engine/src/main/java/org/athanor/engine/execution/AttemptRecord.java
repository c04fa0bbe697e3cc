// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.counters.LimitExceededException;
import org.athanor.engine.coordinator.AttemptRef;
import org.athanor.engine.job.AttemptView;
import org.athanor.engine.task.AttemptReporter;
import org.athanor.engine.task.TaskAttempt;

/**
 * What is known of one attempt. Guarded by its job's lock, except the reporter, which is
 * thread-safe.
 */
final class AttemptRecord {
  private final AttemptRef ref;
  private final TaskAttemptID id;
  private final AttemptReporter reporter;
  private final List<String> diagnostics = new ArrayList<>();
  private AttemptOperation operation;
  private TaskStatus.State state = TaskStatus.State.UNASSIGNED;
  private boolean mayCommit;
  private long startTime;
  private long finishTime;
  private long stopNanos; // System.nanoTime() when it was told to stop, 0 before
  private Counters finalCounters; // null until it has ended

  AttemptRecord(AttemptRef ref, TaskAttempt attempt) {
    this.ref = ref;
    this.id = attempt.id();
    this.reporter = attempt.reporter();
  }

  AttemptRef ref() {
    return ref;
  }

  TaskAttemptID id() {
    return id;
  }

  AttemptReporter reporter() {
    return reporter;
  }

  /** Returns the attempt's operation; null unless it waits or runs. */
  AttemptOperation operation() {
    return operation;
  }

  void setOperation(AttemptOperation operation) {
    this.operation = operation;
  }

  /** Notes that the operation was abandoned: its end is not the end of the attempt any more. */
  void abandoned() {
    operation = null;
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

  /** Notes that the attempt was told to stop; the first time counts. */
  void toldToStop(long nanoTime) {
    if (stopNanos == 0) {
      stopNanos = nanoTime | 1;
    }
  }

  /** Returns whether the attempt was told to stop longer ago than the grace period. */
  boolean ignoresStop(long nanoTime, long graceNanos) {
    return stopNanos != 0 && nanoTime - stopNanos > graceNanos;
  }

  long startTime() {
    return startTime;
  }

  long finishTime() {
    return finishTime;
  }

  void started(long now) {
    state = TaskStatus.State.RUNNING;
    startTime = now;
  }

  void ended(TaskStatus.State end, long now, String diagnostic) {
    state = end;
    if (startTime == 0) {
      startTime = now;
    }
    finishTime = now;
    operation = null;
    finalCounters = currentCounters();
    if (!diagnostic.isEmpty()) {
      diagnostics.add(diagnostic);
    }
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
      return new Counters(reporter.counters());
    } catch (LimitExceededException e) {
      return countersWithinLimit();
    }
  }

  private Counters countersWithinLimit() {
    CountersWithinLimit limited = new CountersWithinLimit();
    for (org.apache.hadoop.mapred.Counters.Group group : reporter.counters()) {
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
        reporter.phase(),
        reporter.lastProgress(),
        reporter.status(),
        startTime,
        reporter.shuffleFinishTime(),
        reporter.sortFinishTime(),
        finishTime,
        counters(),
        List.copyOf(diagnostics));
  }
}
