// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.evaluation;

import java.util.List;
import java.util.Locale;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/** A mean with its 95 % interval (Student's t). */
record Interval(double low, double mean, double high) {

  /** Of at least two values. */
  static Interval of(List<Double> values) {
    SummaryStatistics statistics = new SummaryStatistics();
    values.forEach(statistics::addValue);
    double quantile =
        new TDistribution(null, values.size() - 1.0).inverseCumulativeProbability(0.975);
    double half = quantile * statistics.getStandardDeviation() / Math.sqrt(values.size());
    double mean = statistics.getMean();
    return new Interval(mean - half, mean, mean + half);
  }

  /** In percent with a sign: {@code -18.7 (-19.9 to -17.5)}. */
  String percent() {
    return String.format(Locale.ROOT, "%+.1f (%+.1f to %+.1f)", 100 * mean, 100 * low, 100 * high);
  }

  /** {@code 1.08 (1.06 to 1.10)}. */
  String ratio() {
    return String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", mean, low, high);
  }
}
