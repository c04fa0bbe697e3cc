// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.stream;

/**
 * What a program keeps for a whole stream: totals, and how many records came from each partition.
 * Not thread-safe.
 */
public final class GlobalTotals {
  private final Totals totals = new Totals();
  private final long[] ofPartitions;

  /**
   * @param partitions of the input
   */
  public GlobalTotals(int partitions) {
    ofPartitions = new long[partitions];
  }

  /** Adds records of a partition. */
  public void add(int partition, long count, long min, long max, long sum) {
    totals.add(count, min, max, sum);
    ofPartitions[partition] += count;
  }

  /** The result so far, as a program writes it: {@code count,min,max,sum,count0,count1,…}. */
  public String text() {
    return RunningResult.text(totals, ofPartitions);
  }
}
