// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The distribution of Wilcoxon's signed-rank statistic W of n values from a continuous distribution
 * that is symmetric around 0. W is the sum of the ranks of the values above 0. Exact for up to
 * {@value #EXACT} values; beyond, a normal approximation with continuity correction. (The tests of
 * Commons Statistics give a p-value, but neither this distribution nor an interval.)
 */
final class SignedRank {

  private static final int EXACT = 200;

  private final int n;
  private final int maximum;
  private final double[] cumulative;

  SignedRank(int n) {
    this.n = n;
    this.maximum = n * (n + 1) / 2;
    this.cumulative = n <= EXACT ? exact(n) : new double[0];
  }

  /** P(W ≤ w). */
  double atMost(int w) {
    if (w < 0) {
      return 0;
    }
    if (w >= maximum) {
      return 1;
    }
    if (cumulative.length > 0) {
      return cumulative[w];
    }
    double deviation = Math.sqrt(maximum * (2d * n + 1) / 12);
    return NormalDistribution.of(maximum / 2d, deviation).cumulativeProbability(w + .5);
  }

  /** Each rank is part of the sum with probability 1/2: p(k, w) = (p(k-1, w) + p(k-1, w-k)) / 2. */
  private static double[] exact(int n) {
    double[] probabilities = new double[n * (n + 1) / 2 + 1];
    probabilities[0] = 1;
    for (int rank = 1; rank <= n; rank++) {
      for (int w = rank * (rank + 1) / 2; w >= 0; w--) {
        probabilities[w] = (probabilities[w] + (w >= rank ? probabilities[w - rank] : 0)) / 2;
      }
    }
    for (int w = 1; w < probabilities.length; w++) {
      probabilities[w] += probabilities[w - 1];
    }
    return probabilities;
  }
}
