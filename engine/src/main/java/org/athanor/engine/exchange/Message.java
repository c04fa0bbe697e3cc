// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import java.util.BitSet;
import org.athanor.engine.run.ChunkBlock;

/**
 * What two Workers tell each other. The one that wants map output connects, says {@link Hello} and
 * then what it wants: {@link Subscribe}, {@link Narrow}, {@link Unsubscribe}, {@link Credit}. The
 * other one sends {@link Block}s and {@link Complete}s.
 */
sealed interface Message {
  /**
   * The first message.
   *
   * @param from the Worker that connects
   * @param to the Worker that it means; another one may have got its address
   */
  record Hello(int from, int to) implements Message {}

  /**
   * Push the output of all maps of a job, past and future, of some partitions.
   *
   * @param subscription a number that no other subscription of the sender has
   * @param partitions at least one
   * @param maps those whose output the subscriber has
   * @param takesCompressed whether blocks may be compressed
   */
  record Subscribe(
      int subscription, String job, BitSet partitions, BitSet maps, boolean takesCompressed)
      implements Message {}

  /** Leave partitions out of what is pushed from now on. */
  record Narrow(int subscription, BitSet partitions) implements Message {}

  /** Push nothing more. */
  record Unsubscribe(int subscription) implements Message {}

  /**
   * How much may be on its way; see {@link MessageCodec#cost}.
   *
   * @param taken bytes that have been taken since the connection opened
   * @param window bytes that may be on their way, at least 1; and one larger message, if nothing
   *     else is
   */
  record Credit(long taken, long window) implements Message {}

  /**
   * A block of a map's output.
   *
   * @param number of the block in the output, from 0
   * @param isLast whether the next block, if any, begins the next run
   * @param bytes of the records; if they are more than the block has, it is compressed
   */
  record Block(
      int subscription,
      int map,
      int attempt,
      int number,
      boolean isLast,
      int bytes,
      ChunkBlock block)
      implements Message {
    boolean isCompressed() {
      return bytes != block.length();
    }
  }

  /**
   * No more blocks of a map's output follow.
   *
   * @param runs how many runs were pushed
   * @param blocks how many blocks they have
   */
  record Complete(int subscription, int map, int attempt, int runs, int blocks)
      implements Message {}
}
