// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapred.TaskID;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.athanor.engine.job.AttemptView;
import org.athanor.engine.job.TaskView;

/** One task and its attempts. Guarded by its job's lock. */
final class TaskRecord {
  private final TaskID id;
  private final List<String> locations;
  private final List<AttemptRecord> attempts = new ArrayList<>(1);
  private boolean failed; // for good

  TaskRecord(TaskID id, List<String> locations) {
    this.id = id;
    this.locations = locations;
  }

  TaskID id() {
    return id;
  }

  List<AttemptRecord> attempts() {
    return attempts;
  }

  /** Returns the attempt of a number. */
  Optional<AttemptRecord> attempt(int number) {
    return attempts.stream().filter(attempt -> attempt.id().getId() == number).findFirst();
  }

  /** Returns the attempts that run now; not those that wait for a thread. */
  List<AttemptRecord> runningAttempts() {
    return attempts.stream().filter(AttemptRecord::isRunning).toList();
  }

  Optional<AttemptRecord> succeeded() {
    return attempts.stream()
        .filter(attempt -> attempt.state() == TaskStatus.State.SUCCEEDED)
        .findFirst();
  }

  /** Notes that the task has failed for good. */
  void failForGood() {
    failed = true;
  }

  /**
   * Returns the attempt whose counters and progress are those of the task: the one that has
   * succeeded, or else, of those that have not failed and were not killed, the one with the most
   * progress.
   */
  Optional<AttemptRecord> currentAttempt() {
    AttemptRecord current = null;
    for (AttemptRecord attempt : attempts) {
      switch (attempt.state()) {
        case SUCCEEDED -> {
          return Optional.of(attempt);
        }
        case FAILED, KILLED -> {}
        default -> {
          if (current == null
              || attempt.report().lastProgress() > current.report().lastProgress()) {
            current = attempt;
          }
        }
      }
    }
    return Optional.ofNullable(current);
  }

  float progress() {
    return currentAttempt().map(attempt -> attempt.report().lastProgress()).orElse(0f);
  }

  TaskView view(boolean jobEnded) {
    Optional<AttemptRecord> current = currentAttempt();
    TIPStatus status = status(current, jobEnded);
    List<AttemptView> views = attempts.stream().map(AttemptRecord::view).toList();
    return new TaskView(
        id,
        status,
        progress(),
        attempts.isEmpty() ? 0 : attempts.get(0).startTime(),
        finishTime(status, current),
        current.map(AttemptRecord::counters).orElseGet(Counters::new),
        succeeded().map(attempt -> (TaskAttemptID) attempt.id()),
        views,
        locations);
  }

  private TIPStatus status(Optional<AttemptRecord> current, boolean jobEnded) {
    if (succeeded().isPresent()) {
      return TIPStatus.COMPLETE;
    }
    if (failed) {
      return TIPStatus.FAILED;
    }
    if (jobEnded) {
      return TIPStatus.KILLED;
    }
    return current.isPresent() && current.get().isRunning() ? TIPStatus.RUNNING : TIPStatus.PENDING;
  }

  /** Returns when the task ended; 0 if it has not. */
  private long finishTime(TIPStatus status, Optional<AttemptRecord> current) {
    return switch (status) {
      case COMPLETE -> current.orElseThrow().finishTime();
      case FAILED, KILLED -> attempts.stream().mapToLong(AttemptRecord::finishTime).max().orElse(0);
      default -> 0;
    };
  }
}
