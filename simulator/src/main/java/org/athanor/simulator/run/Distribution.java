// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.Arrays;

/**
 * The distribution of some values: times in seconds, or ratios.
 *
 * @param count of the values; all other members are 0 if there are none
 * @param p25 the 25th percentile, and so on
 */
public record Distribution(
    long count,
    double mean,
    double minimum,
    double p25,
    double median,
    double p75,
    double p90,
    double p95,
    double p99,
    double maximum) {
  public static final Distribution EMPTY = new Distribution(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  /** The distribution of values; percentiles are between two of them in proportion. */
  public static Distribution of(double[] values) {
    if (values.length == 0) {
      return EMPTY;
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return new Distribution(
        sorted.length,
        Arrays.stream(sorted).average().orElseThrow(),
        sorted[0],
        quantile(sorted, 0.25),
        quantile(sorted, 0.5),
        quantile(sorted, 0.75),
        quantile(sorted, 0.9),
        quantile(sorted, 0.95),
        quantile(sorted, 0.99),
        sorted[sorted.length - 1]);
  }

  private static double quantile(double[] sorted, double part) {
    double at = part * (sorted.length - 1);
    int below = (int) at;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
  }
}
