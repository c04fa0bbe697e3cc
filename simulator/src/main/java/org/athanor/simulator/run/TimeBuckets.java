// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Amounts over time, in rows of {@value #BUCKETS} buckets of equal width. When time goes beyond the
 * last bucket, each two neighbours become one, and the width doubles: the memory does not grow.
 */
final class TimeBuckets {
  static final int BUCKETS = 512;

  private static final double NANOS = 1e9;

  /** An eighth of a second: doubled, it becomes whole seconds. */
  private static final long FIRST_WIDTH = 125_000_000;

  private final double[][] rows;
  private long width = FIRST_WIDTH;

  TimeBuckets(int rows) {
    this.rows = new double[rows][BUCKETS];
  }

  /** Nanoseconds of a bucket. */
  long width() {
    return width;
  }

  /** Seconds of a bucket. */
  double seconds() {
    return width / NANOS;
  }

  /**
   * Adds an amount that came evenly between two times.
   *
   * @param from nanoseconds since the beginning
   * @param to after {@code from}
   */
  void add(int row, long from, long to, double amount) {
    if (amount == 0) {
      return;
    }
    reach(to);
    double perNano = amount / (to - from);
    int last = (int) ((to - 1) / width);
    for (int bucket = (int) (from / width); bucket <= last; bucket++) {
      long begin = Math.max(from, bucket * width);
      long end = Math.min(to, (bucket + 1) * width);
      rows[row][bucket] += perNano * (end - begin);
    }
  }

  /** Doubles the width until a time is not behind the last bucket. */
  void reach(long time) {
    while (time > BUCKETS * width) {
      for (double[] row : rows) {
        for (int i = 0; i < BUCKETS / 2; i++) {
          row[i] = row[2 * i] + row[2 * i + 1];
        }
        Arrays.fill(row, BUCKETS / 2, BUCKETS, 0);
      }
      width *= 2;
    }
  }

  /** The amounts of a row from the beginning to the bucket with a time. */
  List<Double> amounts(int row, long time) {
    int count = (int) ((time + width - 1) / width);
    List<Double> amounts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      amounts.add(rows[row][i]);
    }
    return amounts;
  }
}
