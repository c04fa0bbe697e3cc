// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.merge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.athanor.engine.order.KeyOrder;
import org.athanor.engine.run.Run;
import org.athanor.engine.run.RunCursor;

/**
 * A cursor for each run that has records of a partition, in the order in which a merge takes them.
 *
 * @param records how many they are together
 * @param hadoopBytes see {@link Run#hadoopBytes}
 * @param onDisk whether a run has blocks on disk
 */
record PartitionCursors(List<RunCursor> cursors, long records, long hadoopBytes, boolean onDisk) {
  private static final byte[] NO_BUFFER = new byte[0];

  /**
   * @param buffers supplies a buffer for each run that has blocks on disk
   */
  static PartitionCursors open(
      List<Run> runs, int partition, KeyOrder order, Supplier<byte[]> buffers) {
    List<RunCursor> cursors = new ArrayList<>(runs.size());
    long records = 0;
    long bytes = 0;
    boolean disk = false;
    for (Run run : bySize(runs, partition)) {
      cursors.add(run.cursor(partition, order, run.hasBlocksOnDisk() ? buffers.get() : NO_BUFFER));
      records += run.records(partition);
      bytes += run.hadoopBytes(partition);
      disk |= run.hasBlocksOnDisk();
    }
    return new PartitionCursors(cursors, records, bytes, disk);
  }

  /**
   * Sorts the runs by size, smallest first, as Hadoop does with map outputs in memory. This
   * determines the order of equal keys of different maps.
   */
  private static List<Run> bySize(List<Run> runs, int partition) {
    List<Run> sorted = new ArrayList<>(runs);
    sorted.removeIf(run -> run.records(partition) == 0);
    sorted.sort(
        Comparator.comparingLong((Run run) -> run.hadoopBytes(partition))
            .thenComparingInt(Run::mapIndex));
    return sorted;
  }
}
