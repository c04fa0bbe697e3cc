// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import java.io.IOException;
import org.athanor.tiering.apply.Failures;
import org.athanor.tiering.apply.Verification;

/**
 * Whether HDFS's queue of blocks with too few replicas becomes shorter, in which those of a repair
 * are, too. Each time counts by a tenth at least, so that it ends. For one thread.
 */
final class QueueProgress implements Verification.Others {
  private final RuledHdfs hdfs;
  private long least = Long.MAX_VALUE;

  QueueProgress(RuledHdfs hdfs) {
    this.hdfs = hdfs;
  }

  @Override
  public boolean haveAdvanced() throws InterruptedException {
    try {
      long now = hdfs.queuedBlocks();
      if (!ReplicationQueue.isShorter(least, now)) {
        return false;
      }
      least = now;
      return true;
    } catch (IOException e) {
      Failures.throwIfInterrupted(e);
      return false; // the files are looked at again
    }
  }
}
