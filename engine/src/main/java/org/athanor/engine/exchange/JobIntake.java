// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.athanor.engine.run.ChunkBlock;

/**
 * What others push to this Worker of one job. Receiving thread only, except what says something
 * else.
 */
final class JobIntake {
  private final String job;
  private final OutputReceiver receiver;
  private final BlockCompression compression;
  private final JobReports reports;
  private final Map<Integer, Assigned> assigned = new HashMap<>(); // by assignment
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile boolean isClosing;

  /** An assignment to which output is pushed. */
  static final class Assigned {
    private final JobIntake job;
    private final int assignment;
    private final int subscription;
    private final BitSet all; // partitions that were assigned
    private final BitSet left; // of them, those that were not withdrawn

    Assigned(JobIntake job, int assignment, int subscription, BitSet partitions) {
      this.job = job;
      this.assignment = assignment;
      this.subscription = subscription;
      this.all = partitions;
      this.left = (BitSet) partitions.clone();
    }

    JobIntake job() {
      return job;
    }

    int assignment() {
      return assignment;
    }

    int subscription() {
      return subscription;
    }

    /** Returns the partitions that were not withdrawn. */
    BitSet left() {
      return left;
    }

    /**
     * @param isRemote whether the peer is on another machine
     */
    Message.Subscribe toSubscribe(boolean isRemote) {
      return new Message.Subscribe(
          subscription,
          job.job,
          left,
          job.receiver.delivered(assignment),
          isRemote && job.compression.isOn());
    }
  }

  JobIntake(String job, OutputReceiver receiver, BlockCompression compression, JobReports reports) {
    this.job = job;
    this.receiver = receiver;
    this.compression = compression;
    this.reports = reports;
  }

  /** Any thread: the job is to be closed. */
  void beginClosing() {
    isClosing = true;
  }

  /** Any thread. */
  boolean isClosing() {
    return isClosing;
  }

  boolean isClosed() {
    return closed.getCount() == 0;
  }

  /** Any other thread: waits until nothing of the job is used any more. */
  void awaitClosed() {
    boolean wasInterrupted = false;
    while (closed.getCount() > 0) {
      try {
        closed.await();
      } catch (InterruptedException e) {
        wasInterrupted = true;
      }
    }
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Gives all memory back; may be repeated. */
  void close() {
    receiver.close();
    assigned.clear();
    closed.countDown();
  }

  /** Carries out a command, unless the job is being closed. If it fails, so does the job. */
  void guard(Runnable command) {
    if (isClosing || reports.hasFailed()) {
      return;
    }
    try {
      command.run();
    } catch (RuntimeException | Error e) {
      reports.failed("the exchange of map output broke: ", e);
    }
  }

  Assigned assign(int assignment, int subscription, BitSet partitions) {
    Assigned added = new Assigned(this, assignment, subscription, partitions);
    receiver.assign(assignment);
    assigned.put(assignment, added);
    return added;
  }

  /** Returns an assignment that is not withdrawn; null if there is none. */
  Assigned assigned(int assignment) {
    return assigned.get(assignment);
  }

  List<Assigned> assigned() {
    return new ArrayList<>(assigned.values());
  }

  void withdraw(Assigned withdrawn) {
    assigned.remove(withdrawn.assignment);
    receiver.withdraw(withdrawn.assignment);
  }

  void has(int assignment, int map) {
    receiver.has(assignment, map);
  }

  void publish(int map, int attempt) {
    receiver.publish(map, attempt);
  }

  /** Nothing more comes of what a sender has not completed. */
  void lost(String sender) {
    if (!isClosing) {
      receiver.lost(sender);
    }
  }

  void take(String sender, Assigned to, Message.Block message) throws WrongMessageException {
    if (isClosing || reports.hasFailed()) {
      return;
    }
    for (ChunkBlock.Part part : message.block().parts()) {
      if (!to.all.get(part.partition())) {
        throw new WrongMessageException(
            "output of partition " + part.partition() + ", which nobody has asked for");
      }
    }
    Output output = new Output(to.assignment, message.map(), message.attempt());
    try {
      ChunkBlock block = message.block();
      if (message.isCompressed()) {
        block = compression.decompress(block, message.bytes());
      }
      receiver.received(sender, output, message.number(), block, message.isLast());
    } catch (WrongMessageException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      reports.failed("cannot store map output: ", e);
    }
  }

  void take(String sender, Assigned to, Message.Complete message) throws WrongMessageException {
    if (isClosing || reports.hasFailed()) {
      return;
    }
    receiver.complete(
        sender,
        new Output(to.assignment, message.map(), message.attempt()),
        message.runs(),
        message.blocks());
  }
}
