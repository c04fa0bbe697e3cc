// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import java.util.Optional;

/**
 * HDFS's queue of blocks that have too few replicas, as after the loss of a node. A repair would
 * wait behind them, and take the nodes' time from them. Some blocks may stay in the queue for ever,
 * because there are not enough nodes for them; so only a queue that becomes shorter is waited for.
 * For one thread.
 */
final class ReplicationQueue {
  /** What HDFS does in a few minutes with few nodes. */
  static final long LONG_BLOCKS = 1000;

  private static final int SHORTER_BY = 10; // one in so many

  private long before = Long.MAX_VALUE;

  /**
   * Why to wait, in words; empty if there is no reason.
   *
   * @param blocks that are in the queue now
   */
  Optional<String> reasonToWait(long blocks) {
    boolean isLong = blocks > LONG_BLOCKS;
    boolean isShorter = isShorter(before, blocks);
    before = isLong ? blocks : Long.MAX_VALUE;
    return isLong && isShorter
        ? Optional.of("HDFS makes replicas of " + blocks + " blocks first")
        : Optional.empty();
  }

  /** Whether a queue has become shorter by a tenth, or a block. */
  static boolean isShorter(long before, long now) {
    return now < before - before / SHORTER_BY;
  }
}
