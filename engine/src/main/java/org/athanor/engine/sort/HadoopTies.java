// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.sort;

import org.apache.hadoop.util.IndexedSortable;
import org.apache.hadoop.util.IndexedSorter;
import org.athanor.engine.order.KeyOrder;

/**
 * The order of records with equal keys. Hadoop promises none, but its sort is a fixed algorithm,
 * and jobs whose output depends on the order of a key's values give the same output on Hadoop each
 * time. To give it too, the same algorithm (the job's {@code map.sort.class}) is run once more,
 * over the records' ranks in the order found already: comparisons of two ints instead of two keys.
 */
final class HadoopTies implements IndexedSortable {
  /** What Hadoop's sort buffer needs for a record beside its bytes. */
  static final int METADATA_BYTES = 16;

  private final SortBuffer buffer;
  private final int[] ranks;
  private final int[] records;

  HadoopTies(SortBuffer buffer, KeyOrder order) {
    this.buffer = buffer;
    int n = buffer.size();
    this.ranks = new int[n];
    this.records = new int[n];
    int[] sorted = buffer.sorted();
    int rank = 0;
    for (int i = 0; i < n; i++) {
      // Hadoop's sort buffer grows downwards: its sort begins with the last record.
      records[i] = n - 1 - i;
      if (i > 0) {
        int previous = sorted[i - 1];
        int record = sorted[i];
        if (buffer.partitionOf(previous) != buffer.partitionOf(record)
            || !buffer.sameKey(previous, record, order)) {
          rank++;
        }
      }
      ranks[n - 1 - sorted[i]] = rank;
    }
  }

  void apply(IndexedSorter hadoopSort) {
    hadoopSort.sort(this, 0, records.length);
    System.arraycopy(records, 0, buffer.sorted(), 0, records.length);
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
