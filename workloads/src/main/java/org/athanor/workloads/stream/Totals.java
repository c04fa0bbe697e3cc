// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.stream;

/**
 * Count, minimum, maximum and sum of values. Not thread-safe. Of no values, the minimum is {@link
 * Long#MAX_VALUE} and the maximum {@link Long#MIN_VALUE}.
 */
public final class Totals {
  private long count;
  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;
  private long sum;

  public Totals() {}

  Totals(long count, long min, long max, long sum) {
    this.count = count;
    this.min = min;
    this.max = max;
    this.sum = sum;
  }

  public void add(long value) {
    add(1, value, value, value);
  }

  /** Adds values of which only these totals are known. */
  public void add(long values, long smallest, long largest, long together) {
    count += values;
    min = Math.min(min, smallest);
    max = Math.max(max, largest);
    sum += together;
  }

  void add(Totals other) {
    add(other.count, other.min, other.max, other.sum);
  }

  public long count() {
    return count;
  }

  public long min() {
    return min;
  }

  public long max() {
    return max;
  }

  public long sum() {
    return sum;
  }
}
