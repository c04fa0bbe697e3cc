// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.protocol;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitIndex;
import org.athanor.engine.job.JobSubmission;

/** What the master tells a Worker. */
public sealed interface ToWorker extends Message {
  /** A message about one job. */
  sealed interface OfJob extends ToWorker {
    JobID job();
  }

  /** A message about one attempt of a job. */
  sealed interface OfAttempt extends OfJob {
    TaskAttemptID attempt();

    @Override
    default JobID job() {
      return attempt().getJobID();
    }
  }

  /** Makes a job ready to run on the Worker, which may take as long as a download. */
  record OpenJob(JobSubmission submission) implements OfJob {
    @Override
    public MessageType type() {
      return MessageType.OPEN_JOB;
    }

    @Override
    public void writeTo(MessageOutput out) {
      SubmissionForm.write(submission, out);
    }

    @Override
    public JobID job() {
      return submission.id();
    }

    static OpenJob read(MessageInput in) throws IOException {
      return new OpenJob(SubmissionForm.read(in));
    }
  }

  /** Stops everything of a job on the Worker, and removes it. */
  record CloseJob(JobID job) implements OfJob {
    @Override
    public MessageType type() {
      return MessageType.CLOSE_JOB;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeJob(job);
    }

    static CloseJob read(MessageInput in) throws IOException {
      return new CloseJob(in.readJob());
    }
  }

  /**
   * Queues an attempt at a map.
   *
   * @param splits the path of the file that has the split
   * @param offset where the split begins in it, in bytes
   */
  record LaunchMap(TaskAttemptID attempt, String splits, long offset) implements OfAttempt {
    @Override
    public MessageType type() {
      return MessageType.LAUNCH_MAP;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeAttempt(attempt);
      out.writeText(splits);
      out.writeLong(offset);
    }

    public static LaunchMap of(TaskAttemptID attempt, TaskSplitIndex split) {
      return new LaunchMap(attempt, split.getSplitLocation(), split.getStartOffset());
    }

    public TaskSplitIndex split() {
      return new TaskSplitIndex(splits, offset);
    }

    static LaunchMap read(MessageInput in) throws IOException {
      return new LaunchMap(in.readAttempt(), in.readText(), in.readNaturalLong());
    }
  }

  /**
   * Queues an attempt at a reduce.
   *
   * @param maps the number of maps whose output it merges
   * @param mapOutputBytes of all partitions of the job
   */
  record LaunchReduce(TaskAttemptID attempt, int maps, long mapOutputBytes) implements OfAttempt {
    @Override
    public MessageType type() {
      return MessageType.LAUNCH_REDUCE;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeAttempt(attempt);
      out.writeInt(maps);
      out.writeLong(mapOutputBytes);
    }

    static LaunchReduce read(MessageInput in) throws IOException {
      return new LaunchReduce(in.readAttempt(), in.readNatural(), in.readNaturalLong());
    }
  }

  /** Tells an attempt to stop. */
  record Stop(TaskAttemptID attempt) implements OfAttempt {
    @Override
    public MessageType type() {
      return MessageType.STOP;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeAttempt(attempt);
    }

    static Stop read(MessageInput in) throws IOException {
      return new Stop(in.readAttempt());
    }
  }

  /**
   * Whether the attempt may commit its output.
   *
   * @param question the number of the question
   */
  record CommitAnswer(TaskAttemptID attempt, int question, boolean granted) implements OfAttempt {
    @Override
    public MessageType type() {
      return MessageType.COMMIT_ANSWER;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeAttempt(attempt);
      out.writeInt(question);
      out.writeBoolean(granted);
    }

    static CommitAnswer read(MessageInput in) throws IOException {
      return new CommitAnswer(in.readAttempt(), in.readNatural(), in.readBoolean());
    }
  }

  /** Has the Worker collect the map output of partitions. */
  record Assign(JobID job, int assignment, List<Integer> partitions) implements OfJob {
    @Override
    public MessageType type() {
      return MessageType.ASSIGN;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeJob(job);
      out.writeInt(assignment);
      out.writeInts(partitions);
    }

    static Assign read(MessageInput in) throws IOException {
      return new Assign(in.readJob(), in.readNatural(), in.readNaturals());
    }
  }

  /** Takes partitions of an assignment back. */
  record Withdraw(JobID job, int assignment, List<Integer> partitions) implements OfJob {
    @Override
    public MessageType type() {
      return MessageType.WITHDRAW;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeJob(job);
      out.writeInt(assignment);
      out.writeInts(partitions);
    }

    static Withdraw read(MessageInput in) throws IOException {
      return new Withdraw(in.readJob(), in.readNatural(), in.readNaturals());
    }
  }

  /** The attempt at a map counts, wherever it ran. */
  record Publish(TaskAttemptID attempt) implements OfAttempt {
    @Override
    public MessageType type() {
      return MessageType.PUBLISH;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeAttempt(attempt);
    }

    static Publish read(MessageInput in) throws IOException {
      return new Publish(in.readAttempt());
    }
  }

  /** Drops the output of a map's attempt that ran on the Worker. */
  record Discard(TaskAttemptID attempt) implements OfAttempt {
    @Override
    public MessageType type() {
      return MessageType.DISCARD;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeAttempt(attempt);
    }

    static Discard read(MessageInput in) throws IOException {
      return new Discard(in.readAttempt());
    }
  }

  /**
   * There is another Worker.
   *
   * @param data where it is reached
   */
  record PeerJoined(int worker, InetSocketAddress data) implements ToWorker {
    @Override
    public MessageType type() {
      return MessageType.PEER_JOINED;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeInt(worker);
      out.writeAddress(data);
    }

    static PeerJoined read(MessageInput in) throws IOException {
      return new PeerJoined(in.readNatural(), in.readAddress());
    }
  }

  /** Another Worker is gone, for good. */
  record PeerLost(int worker) implements ToWorker {
    @Override
    public MessageType type() {
      return MessageType.PEER_LOST;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeInt(worker);
    }

    static PeerLost read(MessageInput in) throws IOException {
      return new PeerLost(in.readNatural());
    }
  }

  /** The process ends after cleaning up. */
  record End() implements ToWorker {
    @Override
    public MessageType type() {
      return MessageType.END;
    }

    @Override
    public void writeTo(MessageOutput out) {}

    static End read(MessageInput unused) {
      return new End();
    }
  }
}
