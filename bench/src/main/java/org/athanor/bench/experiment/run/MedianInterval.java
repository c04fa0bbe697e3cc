// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * The 95 % confidence interval of a median by order statistics, as reports show it: the median lies
 * between the k-th smallest and the k-th largest of n values with probability 1 - 2 P(B &lt; k), B
 * being binomial with n trials and p = 1/2. That assumes that values are independent, and nothing
 * about their distribution. The largest k that reaches the level counts.
 */
final class MedianInterval {
  /** Fewer values reach no level of 95 %. */
  static final int FEWEST = 6;

  private static final double LEVEL = .95;

  private MedianInterval() {}

  /**
   * The larger of the distances from the median to the ends of its interval, as a share of the
   * median; empty with fewer than {@value #FEWEST} values.
   *
   * @param values above 0, at most 1000
   */
  static OptionalDouble halfWidth(double[] values) {
    int n = values.length;
    if (n < FEWEST) {
      return OptionalDouble.empty();
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int rank = rank(n);
    double median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    double below = median - sorted[rank - 1];
    double above = sorted[n - rank] - median;
    return OptionalDouble.of(Math.max(below, above) / median);
  }

  /** The largest k whose interval reaches the level, from 1. */
  private static int rank(int n) {
    double probability = Math.scalb(1.0, -n); // of B = 0; 1000 values do not underflow
    double below = probability; // P(B < k) for k = 1
    int k = 1;
    while (true) {
      probability = probability * (n - k + 1) / k;
      double next = below + probability;
      if (k >= n / 2 || 1 - 2 * next < LEVEL) {
        return k;
      }
      below = next;
      k++;
    }
  }
}
