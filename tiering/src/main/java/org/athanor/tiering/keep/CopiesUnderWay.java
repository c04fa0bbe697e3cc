// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import java.io.IOException;
import org.athanor.tiering.apply.Failures;

/**
 * Whether HDFS is copying blocks that a repair has asked for. Those that it copies have left its
 * queue; those for which it finds no place stay there, and those that it could not copy come back
 * after some minutes. For one thread.
 */
final class CopiesUnderWay {
  private final RuledHdfs hdfs;

  /** Blocks of others in the queue, at most: as few as it has had since. */
  private long others;

  private CopiesUnderWay(RuledHdfs hdfs, long others) {
    this.hdfs = hdfs;
    this.others = others;
  }

  /** Asks for the blocks of others in the queue, before the repair asks for anything. */
  static CopiesUnderWay before(RuledHdfs hdfs) throws InterruptedException {
    return new CopiesUnderWay(hdfs, queued(hdfs, 0));
  }

  /** Where the blocks of a repair are that have not the replicas that were asked for. */
  enum State {
    /** None is copied: those that are missing find no place, or HDFS does not do anything. */
    NONE,
    /** Some are copied, others wait for a place. HDFS does not say which. */
    SOME,
    /** All are copied. */
    ALL
  }

  /**
   * Where the blocks are that have not the replicas that were asked for: which of them HDFS copies.
   *
   * @param missing blocks of the repair that have not the replicas that were asked for
   * @param besides blocks that are not waited for any longer, but may be in the queue, at most:
   *     such as of a file that is whole already, or was renamed. They say nothing of those that are
   *     missing
   */
  State state(long missing, long besides) throws InterruptedException {
    if (missing == 0) {
      return State.NONE;
    }
    long queued = queued(hdfs, Long.MAX_VALUE);
    others = Math.min(others, queued);
    long waiting = queued - others;
    if (waiting >= missing + besides) {
      return State.NONE;
    }
    return waiting == 0 ? State.ALL : State.SOME;
  }

  private static long queued(RuledHdfs hdfs, long otherwise) throws InterruptedException {
    try {
      return hdfs.queuedBlocks();
    } catch (IOException e) {
      Failures.throwIfInterrupted(e);
      return otherwise; // as if none were copied: the files are looked at again
    }
  }
}
