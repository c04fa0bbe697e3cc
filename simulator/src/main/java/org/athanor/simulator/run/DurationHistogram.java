// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

/**
 * Counts durations in a fixed memory. Each power of two of nanoseconds is divided into {@value
 * #PARTS} classes, so a percentile is right to 0.4 %; count, mean, minimum and maximum are exact.
 */
final class DurationHistogram {
  private static final double NANOS = 1e9;
  private static final int PART_BITS = 7;
  private static final int PARTS = 1 << PART_BITS;
  private static final int CLASSES = (Long.SIZE - PART_BITS) * PARTS;

  private final long[] counts = new long[CLASSES];
  private long count;
  private double sum;
  private double minimum = Double.POSITIVE_INFINITY;
  private double maximum;

  /**
   * Adds a duration.
   *
   * @param seconds from 0, at most 292 years
   */
  void add(double seconds) {
    counts[index(Math.round(seconds * NANOS))]++;
    count++;
    sum += seconds;
    minimum = Math.min(minimum, seconds);
    maximum = Math.max(maximum, seconds);
  }

  Distribution distribution() {
    if (count == 0) {
      return Distribution.EMPTY;
    }
    return new Distribution(
        count,
        sum / count,
        minimum,
        quantile(0.25),
        quantile(0.5),
        quantile(0.75),
        quantile(0.9),
        quantile(0.95),
        quantile(0.99),
        maximum);
  }

  /** The middle of the class that has the value of this rank, within minimum and maximum. */
  private double quantile(double part) {
    long rank = (long) Math.ceil(part * count);
    int index = 0;
    long below = counts[0];
    while (below < rank) {
      index++;
      below += counts[index];
    }
    return Math.max(minimum, Math.min(maximum, middle(index)));
  }

  /** Durations below {@link #PARTS} ns have a class each. */
  private static int index(long nanos) {
    int shift = Math.max(0, Long.SIZE - 1 - PART_BITS - Long.numberOfLeadingZeros(nanos | 1));
    return shift == 0 ? (int) nanos : (shift << PART_BITS) + (int) (nanos >>> shift);
  }

  private static double middle(int index) {
    if (index < 2 * PARTS) {
      return index / NANOS;
    }
    int shift = (index >>> PART_BITS) - 1;
    long first = (long) (index - (shift << PART_BITS)) << shift;
    return (first + (1L << shift) / 2.0) / NANOS;
  }
}
