// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.predict;

import java.util.Comparator;
import java.util.List;

/** The weighted median: half of the weight is on either side of it. */
final class WeightedMedian {

  /** A value with its weight, above 0. */
  record Value(double value, double weight) {}

  private WeightedMedian() {}

  /**
   * The median of values, at least one. Where the lower half ends exactly between two values, it is
   * the mean of both, as that of an even number of equal weights.
   */
  static double of(List<Value> values) {
    List<Value> sorted = values.stream().sorted(Comparator.comparingDouble(Value::value)).toList();
    double half = sorted.stream().mapToDouble(Value::weight).sum() / 2;
    double below = 0;
    for (int i = 0; i < sorted.size() - 1; i++) {
      below += sorted.get(i).weight();
      if (Math.abs(below - half) <= 1e-12 * half) {
        return (sorted.get(i).value() + sorted.get(i + 1).value()) / 2;
      }
      if (below > half) {
        return sorted.get(i).value();
      }
    }
    return sorted.get(sorted.size() - 1).value();
  }

  /** The median of values of equal weight. */
  static double ofEqual(List<Double> values) {
    return of(values.stream().map(value -> new Value(value, 1)).toList());
  }
}
