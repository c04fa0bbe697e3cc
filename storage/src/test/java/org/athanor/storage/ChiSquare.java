// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage;

/**
 * Pearson's statistic of counts. If the probabilities are right, it is above a bound in one of a
 * thousand experiments; the experiments of tests have fixed seeds.
 */
public final class ChiSquare {
  /** The bounds for 1 to 5 degrees of freedom, that is for 2 to 6 cells. */
  private static final double[] BOUNDS = {10.83, 13.82, 16.27, 18.47, 20.52};

  private ChiSquare() {}

  /** The sum of {@code (observed - expected)^2 / expected}. */
  public static double of(long[] observed, double[] probabilities) {
    long total = 0;
    for (long count : observed) {
      total += count;
    }
    double sum = 0;
    for (int i = 0; i < observed.length; i++) {
      double expected = total * probabilities[i];
      sum += (observed[i] - expected) * (observed[i] - expected) / expected;
    }
    return sum;
  }

  /** What the statistic exceeds with a probability of 0.001. */
  public static double bound(int cells) {
    return BOUNDS[cells - 2];
  }
}
