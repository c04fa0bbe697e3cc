// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import java.io.IOException;
import org.athanor.engine.run.ChunkBlock;
import org.athanor.engine.run.ChunkReader;
import org.athanor.engine.run.Run;
import org.athanor.engine.transport.Frame;

/**
 * Reads one map's output for a subscription, message by message: the blocks of each run that has
 * any, then the end. Pushing thread only. Holds one message, and one buffer if a run has blocks on
 * disk.
 */
final class OutputPush {
  private static final byte[] NOTHING = {};

  private final Subscription subscription;
  private final KeptOutputs job;
  private final KeptOutput output;
  private final int[] partitions;
  private final AnyOrder order = new AnyOrder();
  private byte[] readBuffer = NOTHING;
  private int nextRun;
  private ChunkReader reader; // null between two runs
  private long recordsLeft; // of the reader
  private int runs; // that were begun
  private int blocks;
  private Frame next; // null if it is not read yet
  private boolean isComplete; // next is the last message, or was

  OutputPush(Subscription subscription, KeptOutput output) {
    this.subscription = subscription;
    this.job = subscription.job();
    this.output = output;
    this.partitions = subscription.partitions().stream().toArray();
  }

  Subscription subscription() {
    return subscription;
  }

  /** Returns the job whose runs are read. */
  KeptOutputs job() {
    return job;
  }

  /** Returns the credit that the next message needs, or probably needs if it is not read yet. */
  long cost() {
    return next == null ? MessageCodec.costOfBlock(job.blockBytes()) : MessageCodec.cost(next);
  }

  /** Reads the next message, unless it is read already. */
  void read() throws IOException {
    if (next != null) {
      return;
    }
    if (reader == null && !beginRun()) {
      isComplete = true;
      next =
          MessageCodec.frame(
              new Message.Complete(
                  subscription.number(), output.map(), output.attempt(), runs, blocks));
      return;
    }
    ChunkBlock block = reader.next();
    if (block == null) {
      throw new IOException(
          "a run of map " + output.map() + " ends " + recordsLeft + " records too early");
    }
    for (ChunkBlock.Part part : block.parts()) {
      recordsLeft -= part.records();
    }
    if (recordsLeft == 0) {
      reader = null;
    }
    next =
        MessageCodec.frame(
            new Message.Block(
                subscription.number(),
                output.map(),
                output.attempt(),
                blocks,
                recordsLeft == 0,
                block.length(),
                subscription.takesCompressed() ? job.compression().compress(block) : block));
    blocks++;
  }

  /** Begins with the next run that has records; returns false if there is none. */
  private boolean beginRun() {
    while (nextRun < output.runs().size()) {
      Run run = output.runs().get(nextRun);
      nextRun++;
      for (int partition : partitions) {
        recordsLeft += run.records(partition);
      }
      if (recordsLeft > 0) {
        if (readBuffer.length == 0 && run.hasBlocksOnDisk()) {
          readBuffer = new byte[job.blockBytes()];
        }
        reader = new ChunkReader(run, partitions, order, readBuffer, job.blockBytes());
        runs++;
        return true;
      }
    }
    return false;
  }

  /** Takes the message that was read. */
  Frame take() {
    Frame taken = next;
    next = null;
    return taken;
  }

  /** Whether the last message was taken. */
  boolean isDone() {
    return isComplete && next == null;
  }
}
