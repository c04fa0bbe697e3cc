// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.Quantile;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * One or more repeated measurements of one quantity. Immutable.
 *
 * <p>The interval of the median is that of order statistics: the median lies between the k-th
 * smallest and the k-th largest of n values with probability 1 - 2 P(B &lt; k), where B is binomial
 * with n trials and p = 1/2. It assumes that the values are independent, and nothing about their
 * distribution. k is the largest one that reaches the level {@value #LEVEL}. With fewer than 6
 * values none does; the interval is then from the smallest to the largest value and has a lower
 * level.
 */
public final class Sample {

  /** The least level of intervals if there are enough values. */
  public static final double LEVEL = .95;

  /** A value with a larger modified z-score is an outlier (Iglewicz and Hoaglin, 1993). */
  private static final double OUTLIER_SCORE = 3.5;

  /** The median absolute deviation of a normal distribution with standard deviation 1. */
  private static final double NORMAL_MAD = .6745;

  private static final int LEAST_FOR_OUTLIERS = 4;

  private final double[] values;
  private final double[] sorted;

  private Sample(double[] values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("a sample needs at least one value");
    }
    this.values = values;
    this.sorted = values.clone();
    Arrays.sort(sorted);
  }

  public static Sample of(double... values) {
    return new Sample(values.clone());
  }

  public int size() {
    return values.length;
  }

  /** The values in the order of measurement. */
  public double[] values() {
    return values.clone();
  }

  public double minimum() {
    return sorted[0];
  }

  public double maximum() {
    return sorted[sorted.length - 1];
  }

  public double median() {
    return Median.withDefaults().evaluate(sorted);
  }

  /** A quantile, interpolated linearly (type 7 of Hyndman and Fan), as in R and numpy. */
  public double quantile(double probability) {
    return Quantile.withDefaults()
        .with(Quantile.EstimationMethod.HF7)
        .evaluate(sorted, probability);
  }

  /** The confidence interval of the median; empty for a single value. */
  public Optional<Interval> interval() {
    int n = sorted.length;
    if (n == 1) {
      return Optional.empty();
    }
    BinomialDistribution below = BinomialDistribution.of(n, .5);
    int rank = 1;
    while (rank < n / 2 && 1 - 2 * below.cumulativeProbability(rank) >= LEVEL) {
      rank++;
    }
    double level = 1 - 2 * below.cumulativeProbability(rank - 1);
    return Optional.of(new Interval(sorted[rank - 1], sorted[n - rank], level));
  }

  /** The median of the distances from the median, in the unit of the values. */
  public double medianAbsoluteDeviation() {
    double median = median();
    return Median.withDefaults()
        .evaluate(Arrays.stream(sorted).map(value -> Math.abs(value - median)).toArray());
  }

  /** Whether a value is an outlier; none is if there are fewer than 4 values, or no spread. */
  public boolean isOutlier(double value) {
    double spread = medianAbsoluteDeviation();
    return values.length >= LEAST_FOR_OUTLIERS
        && spread > 0
        && NORMAL_MAD * Math.abs(value - median()) / spread > OUTLIER_SCORE;
  }

  /** How many of the values are outliers; they stay in all statistics. */
  public int outliers() {
    return (int) Arrays.stream(values).filter(this::isOutlier).count();
  }
}
