// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.job;

import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskType;

/**
 * What a client may see of one job. Every method answers from the job's current state and may be
 * called from any thread, before and after the job has ended. Times are milliseconds since the
 * epoch, 0 where the event has not happened; progress is between 0 and 1.
 */
public interface JobView {
  JobID id();

  String user();

  String name();

  String queue();

  /** The configuration as submitted. Callers must not change it. */
  JobConf configuration();

  /** The {@code job.xml} of the submission; gone from the file system once the job has ended. */
  Path jobFile();

  JobStatus.State state();

  /** Why the job failed or was killed, one line; empty while it runs and when it succeeded. */
  String failureInfo();

  long submitTime();

  long startTime();

  long finishTime();

  float setupProgress();

  float mapProgress();

  float reduceProgress();

  float cleanupProgress();

  /**
   * Job counters and the sum of the task counters of each task's running or successful attempt.
   * Callers must not change them.
   */
  Counters counters();

  /** All tasks of a kind ({@code MAP} or {@code REDUCE}), in the order of their indexes. */
  List<TaskView> tasks(TaskType type);

  /**
   * Ends of attempts in the order they happened, from {@code from} (0 is the first), at most {@code
   * max}.
   */
  List<TaskCompletionEvent> completionEvents(int from, int max);

  /**
   * Waits until {@link #completionEvents} has something at {@code from} or the job has ended, but
   * no longer than {@code millis}, which must be positive. A thread that is interrupted returns at
   * once and stays interrupted.
   */
  void awaitCompletionEvent(int from, long millis);

  /** The priority now; as submitted unless it was changed since. */
  default JobPriority priority() {
    return JobPriority.valueOf(configuration().getJobPriority().name());
  }

  /** The {@code .jhist} file of the ended job; empty while there is none. */
  default String historyFile() {
    return "";
  }
}
