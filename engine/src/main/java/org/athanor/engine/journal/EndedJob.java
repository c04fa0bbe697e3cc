// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.journal;

import java.io.DataInput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskType;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.TaskView;

/**
 * A job that has ended under an earlier master. Nothing is known of its tasks. Immutable.
 *
 * @param failureInfo one line; empty if it has succeeded
 * @param configuration of the job; if that is not known, one with its name, queue and user alone
 */
public record EndedJob(
    JobID id,
    String user,
    String name,
    String queue,
    String file,
    JobStatus.State state,
    String failureInfo,
    long submitTime,
    long startTime,
    long finishTime,
    Counters counters,
    JobConf configuration)
    implements JobView {

  /** Keeps what is to be remembered of a job, without its tasks and its configuration. */
  public static EndedJob of(JobView job) {
    return of(job, job.state(), job.finishTime());
  }

  /** Describes a job whose output has just been committed, and which still runs otherwise. */
  static EndedJob committed(JobView job, long time) {
    return of(job, JobStatus.State.SUCCEEDED, time);
  }

  private static EndedJob of(JobView job, JobStatus.State state, long finishTime) {
    return new EndedJob(
        JobID.downgrade(job.id()),
        job.user(),
        job.name(),
        job.queue(),
        job.jobFile().toString(),
        state,
        job.failureInfo(),
        job.submitTime(),
        job.startTime(),
        finishTime,
        job.counters(),
        configuration(job.name(), job.queue(), job.user()));
  }

  /** A job of which nothing is known but its end. */
  public static EndedJob of(
      JobID id, String user, Path file, JobStatus.State state, String failureInfo, long time) {
    return new EndedJob(
        id,
        user,
        "",
        "default",
        file.toString(),
        state,
        failureInfo,
        time,
        time,
        time,
        new Counters(),
        configuration("", "default", user));
  }

  /** Returns the same job with its configuration, and the name and queue that this says. */
  public EndedJob with(JobConf conf) {
    return new EndedJob(
        id,
        user,
        conf.getJobName(),
        conf.getQueueName(),
        file,
        state,
        failureInfo,
        submitTime,
        startTime,
        finishTime,
        counters,
        conf);
  }

  private static JobConf configuration(String name, String queue, String user) {
    JobConf conf = new JobConf();
    conf.setJobName(name);
    conf.setQueueName(queue);
    conf.set(MRJobConfig.USER_NAME, user);
    return conf;
  }

  void writeTo(DataOutputStream out) throws IOException {
    out.writeUTF(user);
    out.writeUTF(name);
    out.writeUTF(queue);
    out.writeUTF(file);
    out.writeUTF(state.name());
    byte[] reason = failureInfo.getBytes(StandardCharsets.UTF_8);
    out.writeInt(reason.length);
    out.write(reason);
    out.writeLong(submitTime);
    out.writeLong(startTime);
    out.writeLong(finishTime);
    counters.write(out);
  }

  static EndedJob read(JobID id, DataInput in) throws IOException {
    String user = in.readUTF();
    String name = in.readUTF();
    String queue = in.readUTF();
    String file = in.readUTF();
    JobStatus.State state;
    try {
      state = JobStatus.State.valueOf(in.readUTF());
    } catch (IllegalArgumentException e) {
      throw new IOException("the end of " + id + ": " + e.getMessage(), e);
    }
    byte[] reason = new byte[in.readInt()];
    in.readFully(reason);
    long submitTime = in.readLong();
    long startTime = in.readLong();
    long finishTime = in.readLong();
    Counters counters = new Counters();
    counters.readFields(in);
    return new EndedJob(
        id,
        user,
        name,
        queue,
        file,
        state,
        new String(reason, StandardCharsets.UTF_8),
        submitTime,
        startTime,
        finishTime,
        counters,
        configuration(name, queue, user));
  }

  @Override
  public Path jobFile() {
    return new Path(file);
  }

  private float progress() {
    return state == JobStatus.State.SUCCEEDED ? 1 : 0;
  }

  @Override
  public float setupProgress() {
    return 1;
  }

  @Override
  public float mapProgress() {
    return progress();
  }

  @Override
  public float reduceProgress() {
    return progress();
  }

  @Override
  public float cleanupProgress() {
    return 1;
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
