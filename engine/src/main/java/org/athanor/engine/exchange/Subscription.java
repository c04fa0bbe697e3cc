// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import java.util.BitSet;

/**
 * What a peer wants of a job's map output. It waits as long as the job is not open on this Worker.
 * Guarded by the lock of {@link PushThread}.
 */
final class Subscription {
  private final int number;
  private final String job;
  private final BitSet partitions;
  private final BitSet maps;
  private final boolean takesCompressed;
  private final long bytes;
  private KeptOutputs kept; // null if the job is not open here
  private int next; // index of the next output to look at

  /**
   * @param bytes about how many it needs
   */
  Subscription(Message.Subscribe message, long bytes) {
    this.number = message.subscription();
    this.job = message.job();
    this.partitions = message.partitions();
    this.maps = message.maps();
    this.takesCompressed = message.takesCompressed();
    this.bytes = bytes;
  }

  int number() {
    return number;
  }

  String jobName() {
    return job;
  }

  /** Whether the peer can decompress, and is on another machine. */
  boolean takesCompressed() {
    return takesCompressed;
  }

  long bytes() {
    return bytes;
  }

  /** Returns the partitions that are wanted; what a push has begun with it goes on with. */
  BitSet partitions() {
    return partitions;
  }

  /** Returns the job's outputs; null if the job is not open here. */
  KeptOutputs job() {
    return kept;
  }

  /** The job is open here. */
  void begin(KeptOutputs outputs) {
    kept = outputs;
    next = 0;
  }

  /** The job is not open here any more. */
  void end() {
    kept = null;
  }

  /** Whether there is output that is not pushed yet. */
  boolean hasNext() {
    if (kept == null || partitions.isEmpty() || kept.reports().hasFailed()) {
      return false;
    }
    while (next < kept.size() && maps.get(kept.get(next).map())) {
      next++;
    }
    return next < kept.size();
  }

  /** Begins with the next output. */
  OutputPush next() {
    OutputPush push = new OutputPush(this, kept.get(next));
    next++;
    return push;
  }
}
