// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.carbon;

import java.time.Duration;
import java.time.Instant;
import java.util.DoubleSummaryStatistics;
import java.util.Optional;

/**
 * The lowest and the highest intensity that is expected, and the thresholds that follow from them.
 *
 * @param low above 0
 * @param high not below {@code low}
 */
record Bounds(double low, double high) {
  /** How far policies with thresholds look ahead. */
  static final Duration AHEAD = Duration.ofDays(2);

  /**
   * Thresholds need values above 0; prices may be below: such ones count as this part of the
   * highest.
   */
  private static final double LEAST_PART = 1e-3;

  private static final int BISECTIONS = 60;

  /** Those of a cluster, as far as its values are known; empty if none is. */
  static Optional<Bounds> of(Electricity electricity, String cluster, Instant now) {
    DoubleSummaryStatistics values = new DoubleSummaryStatistics();
    Optional<Instant> time = Optional.of(now);
    while (time.isPresent() && time.get().isBefore(now.plus(AHEAD))) {
      electricity.mean(cluster, time.get(), 0).ifPresent(values);
      time = electricity.changeAfter(cluster, time.get());
    }
    double high = Math.max(values.getMax(), Double.MIN_NORMAL);
    return values.getCount() == 0
        ? Optional.empty()
        : Optional.of(new Bounds(Math.max(values.getMin(), LEAST_PART * high), high));
  }

  /**
   * CAP's machines beyond those that are always there: as many as thresholds of the k-search
   * problem are not below the value. Threshold i, from 1, is {@code high - (high - high / a) (1 + 1
   * / (k a))^(i - 1)}, with the a for which threshold k + 1 is {@code low}.
   *
   * @param k the most machines, from 0
   */
  int extra(int k, double value) {
    if (k == 0 || high - low < 1e-9 * high) {
      return k;
    }
    double a = ratio(k);
    int count = 0;
    double factor = 1;
    while (count < k && high - (high - high / a) * factor >= value) {
      factor *= 1 + 1 / (k * a);
      count++;
    }
    return count;
  }

  /** The a, by bisection: the last threshold falls as it grows. */
  private double ratio(int k) {
    double below = 1;
    double above = high / low;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (below + above) / 2;
      double last = high - (high - high / middle) * Math.pow(1 + 1 / (k * middle), k);
      if (last > low) {
        below = middle;
      } else {
        above = middle;
      }
    }
    return above;
  }

  /**
   * PCAPS's threshold: the highest intensity at which work of an importance still starts; for
   * importance 1 any.
   *
   * @param importance from 0 to 1
   * @param awareness gamma, from 0, where carbon does not matter, to 1
   */
  double threshold(double importance, double awareness) {
    double least = awareness * low + (1 - awareness) * high;
    double part =
        awareness == 0 ? importance : Math.expm1(awareness * importance) / Math.expm1(awareness);
    return least + (high - least) * part;
  }
}
