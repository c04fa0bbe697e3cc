// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.run;

import org.athanor.engine.order.KeyOrder;

/**
 * Sorted records of all partitions. Immutable, so any thread may read it. Its owner, the job, calls
 * {@link #release} when no thread will read it again.
 */
public interface Run {
  /** Index of the map task that made the run. Orders runs of equal size. */
  int mapIndex();

  int partitions();

  long records(int partition);

  /** Size of the partition in Hadoop's intermediate format, without end marker and checksum. */
  long hadoopBytes(int partition);

  /** Bytes of the blocks that are on disk. */
  long spilledBytes();

  /** Whether a cursor needs a buffer for blocks from disk. */
  boolean hasBlocksOnDisk();

  /**
   * Returns a cursor before the first record of a partition.
   *
   * @param buffer memory for blocks read from disk, used by this cursor alone; has the pool's
   *     buffer size, or is empty if no block is on disk
   */
  RunCursor cursor(int partition, KeyOrder order, byte[] buffer);

  /**
   * Gives the run's memory back to the pool. No cursor may be open on it. Later calls do nothing.
   * Owner's thread only.
   */
  void release();
}
