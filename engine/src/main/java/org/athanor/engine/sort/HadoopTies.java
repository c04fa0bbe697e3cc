// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.sort;

import org.apache.hadoop.util.IndexedSortable;
import org.apache.hadoop.util.IndexedSorter;
import org.athanor.engine.order.KeyOrder;

/**
 * Finds the order in which Hadoop leaves records with equal keys. Hadoop does not promise an order,
 * but its sort is deterministic: a job whose output depends on the order of a key's values gives
 * the same output on Hadoop each time. To give the same output here, this class runs the same
 * algorithm (the job's {@code map.sort.class}) a second time, over the ranks of the records that
 * are already sorted. It compares two ints instead of two keys.
 */
final class HadoopTies implements IndexedSortable {
  /** Bytes that Hadoop's sort buffer needs per record in addition to the record itself. */
  static final int METADATA_BYTES = 16;

  private final int[] ranks;
  private final int[] records;

  HadoopTies(SortBuffer buffer, KeyOrder order) {
    int[] rankOf = ranksOf(buffer, order);
    int n = buffer.emissions();
    ranks = new int[n];
    records = new int[n];
    for (int i = 0; i < n; i++) {
      // Hadoop's sort buffer grows downwards, so its sort begins with the last record.
      records[i] = buffer.emission(n - 1 - i);
      ranks[i] = rankOf[records[i]];
    }
  }

  /** Returns the rank of each record's key; equal keys of one partition have the same rank. */
  private static int[] ranksOf(SortBuffer buffer, KeyOrder order) {
    int[] sorted = buffer.sorted();
    int[] rankOf = new int[buffer.size()];
    int rank = 0;
    for (int i = 0; i < buffer.size(); i++) {
      int record = sorted[i];
      if (i > 0) {
        int previous = sorted[i - 1];
        if (buffer.partitionOf(previous) != buffer.partitionOf(record)
            || !buffer.sameKey(previous, record, order)) {
          rank++;
        }
      }
      rankOf[record] = rank;
    }
    return rankOf;
  }

  /** Returns the records of all emissions in the order in which Hadoop's sort leaves them. */
  int[] sort(IndexedSorter hadoopSort) {
    hadoopSort.sort(this, 0, records.length);
    return records;
  }

  @Override
  public int compare(int i, int j) {
    return Integer.compare(ranks[i], ranks[j]);
  }

  @Override
  public void swap(int i, int j) {
    int rank = ranks[i];
    ranks[i] = ranks[j];
    ranks[j] = rank;
    int record = records[i];
    records[i] = records[j];
    records[j] = record;
  }
}
