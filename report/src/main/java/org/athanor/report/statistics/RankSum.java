// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The distribution of the Mann-Whitney statistic U of two samples from one continuous distribution.
 * U is the number of pairs in which the value of the first sample is larger than that of the
 * second. Exact for up to {@value #EXACT_PAIRS} pairs; beyond, a normal approximation with
 * continuity correction.
 */
final class RankSum {

  private static final int EXACT_PAIRS = 2500;

  private final int pairs;
  private final int first;
  private final int second;
  private final double[] cumulative;

  RankSum(int first, int second) {
    this.first = first;
    this.second = second;
    this.pairs = first * second;
    this.cumulative = pairs <= EXACT_PAIRS ? exact(first, second) : new double[0];
  }

  /** P(U ≤ u). */
  double atMost(int u) {
    if (u < 0) {
      return 0;
    }
    if (cumulative.length > 0) {
      return cumulative[Math.min(u, pairs)];
    }
    double deviation = Math.sqrt((double) pairs * (first + second + 1) / 12);
    return NormalDistribution.of(pairs / 2d, deviation).cumulativeProbability(u + .5);
  }

  /**
   * Counts the arrangements of both samples by U. If the largest of all values belongs to the first
   * sample, it is above all n values of the second; else it adds nothing to U. So c(m, n, u) =
   * c(m-1, n, u-n) + c(m, n-1, u).
   */
  private static double[] exact(int m, int n) {
    double[][] counts = new double[n + 1][m * n + 1];
    for (int j = 0; j <= n; j++) {
      counts[j][0] = 1;
    }
    for (int i = 1; i <= m; i++) {
      double[][] next = new double[n + 1][m * n + 1];
      next[0][0] = 1;
      for (int j = 1; j <= n; j++) {
        for (int u = 0; u <= i * j; u++) {
          next[j][u] = next[j - 1][u] + (u >= j ? counts[j][u - j] : 0);
        }
      }
      counts = next;
    }
    double[] cumulative = counts[n];
    for (int u = 1; u < cumulative.length; u++) {
      cumulative[u] += cumulative[u - 1];
    }
    double all = cumulative[cumulative.length - 1];
    for (int u = 0; u < cumulative.length; u++) {
      cumulative[u] /= all;
    }
    return cumulative;
  }
}
