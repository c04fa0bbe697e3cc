// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.job;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskType;
import org.athanor.engine.skew.ReduceLoad;

/**
 * The state of one job, for clients. Every method returns the current state, also after the job has
 * ended. Times are milliseconds since the epoch, 0 if the event has not happened; progress is
 * between 0 and 1. Thread-safe.
 */
public interface JobView {
  JobID id();

  String user();

  String name();

  String queue();

  /** Returns the configuration as submitted. Callers must not change it. */
  JobConf configuration();

  /** Returns the path of the submission's {@code job.xml}, which is deleted when the job ends. */
  Path jobFile();

  JobStatus.State state();

  /** Returns why the job failed or was killed, one line; empty if it runs or succeeded. */
  String failureInfo();

  long submitTime();

  long startTime();

  long finishTime();

  float setupProgress();

  float mapProgress();

  float reduceProgress();

  float cleanupProgress();

  /**
   * Returns the job's own counters, and the sums of the counters of each task's running or
   * successful attempt. Callers must not change them.
   */
  Counters counters();

  /** Returns all tasks of a type ({@code MAP} or {@code REDUCE}), in the order of their indexes. */
  List<TaskView> tasks(TaskType type);

  /**
   * Returns what each reduce that has succeeded had to do, and how long it took, in the order of
   * their indexes. What their reducers have seen is known in the process that has run them.
   */
  default List<ReduceLoad> reduceLoads() {
    return ReduceLoads.of(tasks(TaskType.REDUCE), attempt -> ReduceLoad.Shape.UNKNOWN);
  }

  /**
   * Returns the ends of attempts in the order in which they happened, at most {@code max}.
   *
   * @param from the index of the first event to return, from 0
   */
  List<TaskCompletionEvent> completionEvents(int from, int max);

  /**
   * Waits until there is a completion event with the index {@code from} or the job has ended, but
   * no longer than {@code millis}, which must be positive. If the thread is interrupted, the method
   * returns at once, and the thread stays interrupted.
   */
  void awaitCompletionEvent(int from, long millis);

  /** Returns where the job is coordinated. */
  default ContainerPlace place() {
    return ContainerPlace.ofJobHere(id());
  }

  /** Returns where an attempt runs, or has run; empty if there is no such attempt. */
  default Optional<ContainerPlace> place(TaskAttemptID attempt) {
    TaskType type = attempt.getTaskType();
    if (type != TaskType.MAP && type != TaskType.REDUCE) {
      return Optional.empty();
    }
    return tasks(type).stream()
        .filter(task -> task.id().getId() == attempt.getTaskID().getId())
        .flatMap(task -> task.attempts().stream())
        .filter(view -> view.id().getId() == attempt.getId())
        .findFirst()
        .flatMap(AttemptView::place);
  }

  /** Returns the current priority. */
  default JobPriority priority() {
    return JobPriority.valueOf(configuration().getJobPriority().name());
  }

  /** Returns the {@code .jhist} file of the ended job; empty while there is none. */
  default String historyFile() {
    return "";
  }
}
