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
 * What is known of one attempt. Guarded by its job's lock, except the reporter, which is safe by
 * itself.
 */
final class AttemptRecord {
  private final AttemptRef ref;
  private final TaskAttemptID id;
  private final AttemptReporter reporter;
  private final List<String> diagnostics = new ArrayList<>();
  private AttemptOperation operation;
  private TaskStatus.State state = TaskStatus.State.UNASSIGNED;
  private long startTime;
  private long finishTime;
  private boolean committing;
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

  /** While it waits or runs. */
  AttemptOperation operation() {
    return operation;
  }

  void setOperation(AttemptOperation operation) {
    this.operation = operation;
  }

  /** Its operation was left to itself: whatever that tells from now on is of no interest. */
  void abandoned() {
    operation = null;
  }

  TaskStatus.State state() {
    return state;
  }

  boolean isRunning() {
    return state == TaskStatus.State.RUNNING;
  }

  /** Notes that the attempt must end; the first time counts. */
  void toldToStop(long nanoTime) {
    if (stopNanos == 0) {
      stopNanos = nanoTime | 1;
    }
  }

  /** Whether it was told to stop so long ago that it does not seem to listen. */
  boolean ignoresStop(long nanoTime, long graceNanos) {
    return stopNanos != 0 && nanoTime - stopNanos > graceNanos;
  }

  boolean isCommitting() {
    return committing;
  }

  void beginCommit() {
    committing = true;
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

  /** Of an ended attempt always the same object, which callers must not change. */
  Counters counters() {
    return finalCounters != null ? finalCounters : currentCounters();
  }

  /** Of more counters than Hadoop allows, those that fit. */
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
