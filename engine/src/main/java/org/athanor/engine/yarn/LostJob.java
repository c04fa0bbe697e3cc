// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskType;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.SubmittedJob;
import org.athanor.engine.job.TaskView;

/**
 * A job whose master has ended. Nothing is known of its tasks. Immutable.
 *
 * @param state of the job at its end, or at its master's
 * @param failureInfo one line; empty if the job succeeded
 * @param finishTime when the job ended, or the client noticed the master's end
 * @param known the job's counters; empty if the master ended before it could be asked for them
 */
record LostJob(
    SubmittedJob submitted,
    JobStatus.State state,
    String failureInfo,
    long finishTime,
    Optional<Counters> known)
    implements JobView {
  @Override
  public JobID id() {
    return submitted.id();
  }

  @Override
  public String user() {
    return submitted.user().getShortUserName();
  }

  @Override
  public String name() {
    return configuration().getJobName();
  }

  @Override
  public String queue() {
    return configuration().getQueueName();
  }

  @Override
  public JobConf configuration() {
    return submitted.configuration();
  }

  @Override
  public Path jobFile() {
    return submitted.file();
  }

  @Override
  public long submitTime() {
    return 0;
  }

  @Override
  public long startTime() {
    return 0;
  }

  @Override
  public float setupProgress() {
    return 0;
  }

  @Override
  public float mapProgress() {
    return 0;
  }

  @Override
  public float reduceProgress() {
    return 0;
  }

  @Override
  public float cleanupProgress() {
    return 0;
  }

  /**
   * {@inheritDoc} Those of a job that has failed are none, if they are not known, as with Hadoop's
   * own client. A driver might rely on those of a job that has succeeded.
   *
   * @throws UncheckedIOException if the job has succeeded and they are not known
   */
  @Override
  public Counters counters() {
    if (known.isEmpty() && state == JobStatus.State.SUCCEEDED) {
      throw new UncheckedIOException(
          new IOException(id() + ": its counters are not known, because its session has ended"));
    }
    return known.orElseGet(Counters::new);
  }

  @Override
  public List<TaskView> tasks(TaskType type) {
    return List.of();
  }

  @Override
  public List<TaskCompletionEvent> completionEvents(int from, int max) {
    return List.of();
  }

  /** Returns at once, because the job has ended. */
  @Override
  public void awaitCompletionEvent(int from, long millis) {}
}
