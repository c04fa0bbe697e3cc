// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

/**
 * SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014).
 * Gives the same numbers on every JVM; the JDK's generators do not guarantee this. Not thread-safe.
 */
final class SplitMix {
  private static final long GAMMA = 0x9E3779B97F4A7C15L;

  private long state;
  private double spare;
  private boolean hasSpare;

  /** A sequence of random numbers for one purpose; the sequences of a seed are independent. */
  SplitMix(long seed, long purpose) {
    state = mix(mix(seed + GAMMA) + mix(purpose * GAMMA + 1));
  }

  long next() {
    state += GAMMA;
    return mix(state);
  }

  static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** Returns a number from 0 to {@code bound} − 1; {@code bound} is at most 2³¹. */
  int below(int bound) {
    return (int) (((next() >>> 32) * bound) >>> 32);
  }

  /** Returns a number from 0 to {@code bound} − 1. */
  long below(long bound) {
    return Math.multiplyHigh(next() >>> 1, bound << 1);
  }

  /** Returns a number in [0, 1). */
  double unit() {
    return (next() >>> 11) * 0x1p-53;
  }

  /**
   * Returns a normally distributed number with mean 0 and standard deviation 1, by Marsaglia's
   * polar method.
   */
  double gaussian() {
    if (hasSpare) {
      hasSpare = false;
      return spare;
    }
    while (true) {
      double x = 2 * unit() - 1;
      double y = 2 * unit() - 1;
      double square = x * x + y * y;
      if (square < 1 && square > 0) {
        double factor = Math.sqrt(-2 * StrictMath.log(square) / square);
        spare = y * factor;
        hasSpare = true;
        return x * factor;
      }
    }
  }
}
