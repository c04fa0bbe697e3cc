// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.skew;

/** Decides which partitions are so large that a job would wait for their reduces. Stateless. */
public final class LargePartition {
  /** How much more than its share a partition has that is large. */
  static final double EXCESS = 1.25;

  /** A smaller partition is not worth it: its chunks would take less time than their set-up. */
  static final long LEAST_BYTES = 64 << 10;

  private LargePartition() {}

  /**
   * Returns whether a partition is large: it has at least 64 kB, and more than 1.25 times its
   * share, which is all bytes divided by the number of partitions or of threads, whichever is
   * larger.
   *
   * @param bytes of the partition
   * @param allBytes of all partitions
   * @param partitions how many there are, at least 1
   * @param threads that could reduce them at once, at least 1
   */
  public static boolean is(long bytes, long allBytes, int partitions, int threads) {
    return bytes >= LEAST_BYTES
        && bytes > EXCESS * allBytes / Math.max(partitions, Math.max(1, threads));
  }
}
