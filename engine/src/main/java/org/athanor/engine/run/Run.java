// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.run;

import org.athanor.engine.order.KeyOrder;

/**
 * Sorted records of all partitions. Immutable once made, so any thread may read it; whoever owns it
 * (the job) calls {@link #release} once nobody will.
 */
public interface Run {
  /** Place among runs of equal size: the index of the map task. */
  int order();

  int partitions();

  long records(int partition);

  /** Bytes of the partition in Hadoop's intermediate format, without end marker and checksum. */
  long hadoopBytes(int partition);

  /** Bytes of the blocks that are on disk. */
  long spilledBytes();

  /** Whether a cursor needs a buffer to read blocks into. */
  boolean hasBlocksOnDisk();

  /**
   * A cursor before the first record of a partition.
   *
   * @param buffer what blocks on disk are read into, of the pool's buffer size, used by this cursor
   *     alone; may be empty if there are none
   */
  RunCursor cursor(int partition, KeyOrder order, byte[] buffer);

  /**
   * Gives the run's memory back to the pool. No cursor may be open on it. Later calls do nothing.
   * Owner's thread only.
   */
  void release();
}
