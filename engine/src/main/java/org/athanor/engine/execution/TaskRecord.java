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

  AttemptRecord latest() {
    return attempts.get(attempts.size() - 1);
  }

  /**
   * Returns the attempt whose counters and progress are those of the task: the last one, unless it
   * has failed or was killed.
   */
  Optional<AttemptRecord> currentAttempt() {
    if (attempts.isEmpty()) {
      return Optional.empty();
    }
    AttemptRecord last = latest();
    boolean lost =
        last.state() == TaskStatus.State.FAILED || last.state() == TaskStatus.State.KILLED;
    return lost ? Optional.empty() : Optional.of(last);
  }

  float progress() {
    return currentAttempt().map(attempt -> attempt.reporter().lastProgress()).orElse(0f);
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
        current.isPresent() ? views.get(views.size() - 1).counters() : new Counters(),
        succeeded ? current.map(attempt -> (TaskAttemptID) attempt.id()) : Optional.empty(),
        views,
        locations);
  }
}
