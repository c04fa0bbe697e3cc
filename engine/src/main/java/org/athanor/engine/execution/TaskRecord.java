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

  AttemptRecord latest() {
    return attempts.get(attempts.size() - 1);
  }

  /**
   * Returns the attempt whose counters and progress are those of the task: the one that has
   * succeeded, or else the last one that has not failed and was not killed.
   */
  Optional<AttemptRecord> currentAttempt() {
    AttemptRecord current = null;
    for (AttemptRecord attempt : attempts) {
      switch (attempt.state()) {
        case SUCCEEDED -> {
          return Optional.of(attempt);
        }
        case FAILED, KILLED -> {}
        default -> current = attempt;
      }
    }
    return Optional.ofNullable(current);
  }

  float progress() {
    return currentAttempt().map(attempt -> attempt.report().lastProgress()).orElse(0f);
  }

  TaskView view(boolean jobEnded) {
    Optional<AttemptRecord> current = currentAttempt();
    boolean succeeded = current.isPresent() && current.get().state() == TaskStatus.State.SUCCEEDED;
    TIPStatus status;
    if (succeeded) {
      status = TIPStatus.COMPLETE;
    } else if (current.isPresent()) {
      status = current.get().isRunning() ? TIPStatus.RUNNING : TIPStatus.PENDING;
    } else if (attempts.isEmpty()) {
      status = jobEnded ? TIPStatus.KILLED : TIPStatus.PENDING;
    } else {
      status = latest().state() == TaskStatus.State.FAILED ? TIPStatus.FAILED : TIPStatus.KILLED;
    }
    List<AttemptView> views = attempts.stream().map(AttemptRecord::view).toList();
    return new TaskView(
        id,
        status,
        progress(),
        attempts.isEmpty() ? 0 : attempts.get(0).startTime(),
        attempts.isEmpty() ? 0 : latest().finishTime(),
        current.map(AttemptRecord::counters).orElseGet(Counters::new),
        succeeded ? current.map(attempt -> (TaskAttemptID) attempt.id()) : Optional.empty(),
        views,
        locations);
  }
}
