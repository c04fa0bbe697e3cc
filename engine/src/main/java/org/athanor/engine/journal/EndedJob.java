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
    Counters counters)
    implements JobView {

  static EndedJob of(JobView job) {
    return new EndedJob(
        JobID.downgrade(job.id()),
        job.user(),
        job.name(),
        job.queue(),
        job.jobFile().toString(),
        job.state(),
        job.failureInfo(),
        job.submitTime(),
        job.startTime(),
        job.finishTime(),
        job.counters());
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
        new Counters());
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
        counters);
  }

  @Override
  public Path jobFile() {
    return new Path(file);
  }

  @Override
  public JobConf configuration() {
    JobConf conf = new JobConf();
    conf.setJobName(name);
    conf.setQueueName(queue);
    conf.set(MRJobConfig.USER_NAME, user);
    return conf;
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
