// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.stream;

/**
 * A histogram of durations from 0 to 150 hours, of fixed size: 128 buckets for each power of two of
 * microseconds, so that a quantile is at most 0.8 % larger than the true one; the maximum is exact.
 * Not thread-safe.
 */
final class Latencies {
  private static final int SUB_BITS = 8;
  private static final int SUB = 1 << SUB_BITS;
  private static final int EXPONENTS = 31;
  private static final long NANOS_PER_MICRO = 1000;
  private static final long LONGEST_MICROS = (1L << (SUB_BITS + EXPONENTS)) - 1;

  private final long[] buckets = new long[SUB + EXPONENTS * SUB / 2];
  private long count;
  private long maxNanos;
  private double sumNanos;

  /** Adds a duration; a negative one, which clocks that were set can cause, counts as 0. */
  void add(long nanos) {
    long duration = Math.max(0, nanos);
    buckets[bucket(Math.min(duration / NANOS_PER_MICRO, LONGEST_MICROS))]++;
    count++;
    sumNanos += duration;
    maxNanos = Math.max(maxNanos, duration);
  }

  void add(Latencies other) {
    for (int i = 0; i < buckets.length; i++) {
      buckets[i] += other.buckets[i];
    }
    count += other.count;
    sumNanos += other.sumNanos;
    maxNanos = Math.max(maxNanos, other.maxNanos);
  }

  private static int bucket(long micros) {
    if (micros < SUB) {
      return (int) micros;
    }
    int exponent = Long.SIZE - SUB_BITS - Long.numberOfLeadingZeros(micros);
    return exponent * (SUB / 2) + (int) (micros >>> exponent);
  }

  /** The largest duration of a bucket, in microseconds. */
  private static long upper(int bucket) {
    if (bucket < SUB) {
      return bucket;
    }
    int exponent = (bucket - SUB) / (SUB / 2) + 1;
    long first = SUB / 2L + (bucket - SUB) % (SUB / 2);
    return ((first + 1) << exponent) - 1;
  }

  long count() {
    return count;
  }

  double maxSeconds() {
    return maxNanos / 1e9;
  }

  /** The mean; 0 if there are no durations. */
  double meanSeconds() {
    return count == 0 ? 0 : sumNanos / count / 1e9;
  }

  /**
   * The smallest duration that at least a share of the durations does not exceed; 0 if there are no
   * durations.
   *
   * @param share in (0, 1]
   */
  double quantileSeconds(double share) {
    long rank = Math.max(1, (long) Math.ceil(share * count));
    long seen = 0;
    for (int i = 0; i < buckets.length; i++) {
      seen += buckets[i];
      if (seen >= rank) {
        return Math.min(maxSeconds(), upper(i) / 1e6);
      }
    }
    return maxSeconds();
  }
}
