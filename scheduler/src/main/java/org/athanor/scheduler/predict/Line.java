// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.predict;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An amount that grows linearly with a size, such as the bytes of an input: intercept + slope ×
 * size. Neither is negative.
 *
 * @param intercept the amount at size 0
 * @param slope the amount for a unit of the size
 */
public record Line(double intercept, double slope) {

  /**
   * A measurement.
   *
   * @param size from 0
   * @param weight above 0
   */
  public record Point(double size, double amount, double weight) {}

  /** The amount at a size. */
  public double at(double size) {
    return intercept + slope * size;
  }

  /**
   * The Theil-Sen line with weights: the slope is the weighted median of the slopes between all
   * pairs, the weight of a pair being the product of those of its points; the intercept is the
   * weighted median of what is left (P. K. Sen, Journal of the American Statistical Association 63,
   * 1968). Up to 29 % of the points may be wrong without much effect. A slope or an intercept below
   * 0 becomes 0. Empty if all points have one size.
   */
  public static Optional<Line> through(List<Point> points) {
    List<WeightedMedian.Value> slopes = new ArrayList<>();
    for (int i = 0; i < points.size(); i++) {
      for (int j = 0; j < i; j++) {
        Point a = points.get(i);
        Point b = points.get(j);
        if (a.size() != b.size()) {
          slopes.add(
              new WeightedMedian.Value(
                  (a.amount() - b.amount()) / (a.size() - b.size()), a.weight() * b.weight()));
        }
      }
    }
    if (slopes.isEmpty()) {
      return Optional.empty();
    }
    double slope = Math.max(0, WeightedMedian.of(slopes));
    double intercept = WeightedMedian.of(rest(points, slope));
    return Optional.of(intercept >= 0 ? new Line(intercept, slope) : proportional(points));
  }

  private static List<WeightedMedian.Value> rest(List<Point> points, double slope) {
    return points.stream()
        .map(
            point ->
                new WeightedMedian.Value(point.amount() - slope * point.size(), point.weight()))
        .toList();
  }

  private static Line proportional(List<Point> points) {
    List<WeightedMedian.Value> ratios =
        points.stream()
            .filter(point -> point.size() > 0)
            .map(point -> new WeightedMedian.Value(point.amount() / point.size(), point.weight()))
            .toList();
    return new Line(0, WeightedMedian.of(ratios));
  }
}
