// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.protocol;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.athanor.engine.job.ContainerPlace;
import org.athanor.engine.job.WorkerStatus;
import org.athanor.engine.skew.ReduceLoad;

/** What a Worker tells the master. */
public sealed interface FromWorker extends Message {
  /** A message about one job. */
  sealed interface OfJob extends FromWorker {
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

  /**
   * The first message of a Worker.
   *
   * @param version {@link Message#VERSION} of the sender
   * @param worker the Worker's number in the session
   * @param host the name of its machine, as file systems name the places of blocks
   * @param rack the rack of the machine; empty if it is not known
   * @param threads how many operations it runs at once
   * @param data where the other Workers reach it
   * @param container in which it runs; empty if there is none
   */
  record Hello(
      int version,
      int worker,
      String host,
      String rack,
      int threads,
      InetSocketAddress data,
      Optional<ContainerPlace> container)
      implements FromWorker {
    @Override
    public MessageType type() {
      return MessageType.WORKER_HELLO;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeInt(version);
      out.writeInt(worker);
      out.writeText(host);
      out.writeText(rack);
      out.writeInt(threads);
      out.writeAddress(data);
      out.writeBoolean(container.isPresent());
      container.ifPresent(place -> writeContainer(place, out));
    }

    private static void writeContainer(ContainerPlace place, MessageOutput out) {
      out.writeText(place.container().toString());
      out.writeText(place.node().getHost());
      out.writeInt(place.node().getPort());
      out.writeInt(place.httpPort());
      out.writeText(place.rack());
    }

    private static Optional<ContainerPlace> readContainer(MessageInput in) throws IOException {
      if (!in.readBoolean()) {
        return Optional.empty();
      }
      String container = in.readText();
      try {
        return Optional.of(
            new ContainerPlace(
                ContainerId.fromString(container),
                NodeId.newInstance(in.readText(), in.readNatural()),
                in.readNatural(),
                in.readText()));
      } catch (RuntimeException e) { // which one depends on Hadoop's version
        throw new MalformedMessageException("not a container: " + container);
      }
    }

    static Hello read(MessageInput in) throws IOException {
      return new Hello(
          in.readNatural(),
          in.readNatural(),
          in.readText(),
          in.readText(),
          in.readNatural(),
          in.readAddress(),
          readContainer(in));
    }
  }

  /** What the Worker holds and has moved; told every second or so while that changes. */
  record Status(WorkerStatus status) implements FromWorker {
    @Override
    public MessageType type() {
      return MessageType.WORKER_STATUS;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeLong(status.poolBytes());
      out.writeLong(status.lentBytes());
      out.writeLong(status.spilledBytes());
      out.writeLong(status.pushedBytes());
      out.writeLong(status.receivedBytes());
    }

    static Status read(MessageInput in) throws IOException {
      return new Status(
          new WorkerStatus(
              in.readNaturalLong(),
              in.readNaturalLong(),
              in.readNaturalLong(),
              in.readNaturalLong(),
              in.readNaturalLong()));
    }
  }

  /** Another Worker, whose map output is wanted, has not been reached for a while. */
  record PeerUnreachable(int peer) implements FromWorker {
    @Override
    public MessageType type() {
      return MessageType.PEER_UNREACHABLE;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeInt(peer);
    }

    static PeerUnreachable read(MessageInput in) throws IOException {
      return new PeerUnreachable(in.readNatural());
    }
  }

  /** The job can run on this Worker now. */
  record JobOpened(JobID job) implements OfJob {
    @Override
    public MessageType type() {
      return MessageType.JOB_OPENED;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeJob(job);
    }

    static JobOpened read(MessageInput in) throws IOException {
      return new JobOpened(in.readJob());
    }
  }

  /**
   * The job cannot run on this Worker, and is not open there.
   *
   * @param reason one line
   */
  record JobRefused(JobID job, String reason) implements OfJob {
    @Override
    public MessageType type() {
      return MessageType.JOB_REFUSED;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeJob(job);
      out.writeReason(reason);
    }

    static JobRefused read(MessageInput in) throws IOException {
      return new JobRefused(in.readJob(), in.readText());
    }
  }

  /** A thread has begun the attempt. */
  record Started(TaskAttemptID attempt) implements OfAttempt {
    @Override
    public MessageType type() {
      return MessageType.STARTED;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeAttempt(attempt);
    }

    static Started read(MessageInput in) throws IOException {
      return new Started(in.readAttempt());
    }
  }

  /** How far a running attempt is. */
  record Progress(TaskAttemptID attempt, AttemptProgress progress) implements OfAttempt {
    @Override
    public MessageType type() {
      return MessageType.PROGRESS;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeAttempt(attempt);
      progress.writeTo(out);
    }

    static Progress read(MessageInput in) throws IOException {
      return new Progress(in.readAttempt(), AttemptProgress.read(in));
    }
  }

  /**
   * The attempt has ended well, and its output is committed.
   *
   * @param shape what its reducers have seen; unknown of a map
   */
  record Succeeded(TaskAttemptID attempt, AttemptProgress last, ReduceLoad.Shape shape)
      implements OfAttempt {
    @Override
    public MessageType type() {
      return MessageType.SUCCEEDED;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeAttempt(attempt);
      last.writeTo(out);
      ShapeForm.write(shape, out);
    }

    static Succeeded read(MessageInput in) throws IOException {
      return new Succeeded(in.readAttempt(), AttemptProgress.read(in), ShapeForm.read(in));
    }
  }

  /** The attempt has ended because its code, or the engine, failed. */
  record Failed(TaskAttemptID attempt, AttemptProgress last, String line, String trace)
      implements OfAttempt {
    @Override
    public MessageType type() {
      return MessageType.FAILED;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeAttempt(attempt);
      last.writeTo(out);
      out.writeReason(line);
      out.writeReason(trace);
    }

    static Failed read(MessageInput in) throws IOException {
      return new Failed(in.readAttempt(), AttemptProgress.read(in), in.readText(), in.readText());
    }
  }

  /** The attempt has ended because it was told to stop, or may not commit. */
  record Stopped(TaskAttemptID attempt, AttemptProgress last) implements OfAttempt {
    @Override
    public MessageType type() {
      return MessageType.STOPPED;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeAttempt(attempt);
      last.writeTo(out);
    }

    static Stopped read(MessageInput in) throws IOException {
      return new Stopped(in.readAttempt(), AttemptProgress.read(in));
    }
  }

  /** The code of the attempt goes on although it was told to stop. Its output must be aborted. */
  record Abandoned(TaskAttemptID attempt, AttemptProgress last) implements OfAttempt {
    @Override
    public MessageType type() {
      return MessageType.ABANDONED;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeAttempt(attempt);
      last.writeTo(out);
    }

    static Abandoned read(MessageInput in) throws IOException {
      return new Abandoned(in.readAttempt(), AttemptProgress.read(in));
    }
  }

  /** The attempt shows no sign of life, or its code has called for its end. */
  record MustEnd(TaskAttemptID attempt, String reason) implements OfAttempt {
    @Override
    public MessageType type() {
      return MessageType.MUST_END;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeAttempt(attempt);
      out.writeReason(reason);
    }

    static MustEnd read(MessageInput in) throws IOException {
      return new MustEnd(in.readAttempt(), in.readText());
    }
  }

  /**
   * May the attempt commit its output?
   *
   * @param question a number that no other question of the Worker has
   */
  record CommitAsked(TaskAttemptID attempt, int question) implements OfAttempt {
    @Override
    public MessageType type() {
      return MessageType.COMMIT_ASKED;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeAttempt(attempt);
      out.writeInt(question);
    }

    static CommitAsked read(MessageInput in) throws IOException {
      return new CommitAsked(in.readAttempt(), in.readNatural());
    }
  }

  /** The output of a map that ran elsewhere is complete where an assignment's partitions are. */
  record Delivered(JobID job, int assignment, int map) implements OfJob {
    @Override
    public MessageType type() {
      return MessageType.DELIVERED;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeJob(job);
      out.writeInt(assignment);
      out.writeInt(map);
    }

    static Delivered read(MessageInput in) throws IOException {
      return new Delivered(in.readJob(), in.readNatural(), in.readNatural());
    }
  }

  /** A merge of map output has failed. */
  record MergeFailed(JobID job, String line) implements OfJob {
    @Override
    public MessageType type() {
      return MessageType.MERGE_FAILED;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeJob(job);
      out.writeReason(line);
    }

    static MergeFailed read(MessageInput in) throws IOException {
      return new MergeFailed(in.readJob(), in.readText());
    }
  }

  /** A merge of map output has ended, well or not. */
  record MergeEnded(JobID job) implements OfJob {
    @Override
    public MessageType type() {
      return MessageType.MERGE_ENDED;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeJob(job);
    }

    static MergeEnded read(MessageInput in) throws IOException {
      return new MergeEnded(in.readJob());
    }
  }

  /** The state of the job on this Worker cannot be trusted any more. */
  record JobBroken(JobID job, String line) implements OfJob {
    @Override
    public MessageType type() {
      return MessageType.JOB_BROKEN;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeJob(job);
      out.writeReason(line);
    }

    static JobBroken read(MessageInput in) throws IOException {
      return new JobBroken(in.readJob(), in.readText());
    }
  }

  /** Nothing of the job is left on this Worker. */
  record JobClosed(JobID job) implements OfJob {
    @Override
    public MessageType type() {
      return MessageType.JOB_CLOSED;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeJob(job);
    }

    static JobClosed read(MessageInput in) throws IOException {
      return new JobClosed(in.readJob());
    }
  }
}
