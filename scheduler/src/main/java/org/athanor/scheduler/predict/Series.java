// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.predict;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The runs of one application on one cluster with one configuration, and predictions from them.
 *
 * <p>Every second run of each size, from the oldest, is left out of the line, and tells how far the
 * line is off: split conformal prediction (J. Lei et al., Journal of the American Statistical
 * Association 113, 2018), with relative errors, because those of long runs are greater. With n such
 * runs the interval is as wide as the ⌈(n + 1) × level⌉-th smallest error; if that is more than n,
 * it is the greatest one, and the level is n / (n + 1) only.
 */
final class Series {
  /** Amounts of runs whose size tells nothing may be off by this factor for another size. */
  private static final double UNSIZED_ARE_OFF_BY = 2;

  private final List<Line.Point> points;
  private final Optional<Line> line;
  private final List<Double> errors;

  /** Makes predictions from points, at least one, the oldest first. */
  Series(List<Line.Point> points) {
    this.points = points;
    List<Line.Point> bySize = bySize(points);
    this.line = Line.through(everySecond(bySize, 0));
    this.errors =
        line.stream()
            .flatMap(fitted -> everySecond(bySize, 1).stream().map(point -> error(fitted, point)))
            .sorted()
            .toList();
  }

  private static double error(Line line, Line.Point point) {
    double predicted = line.at(point.size());
    return predicted == 0 ? 0 : Math.abs(point.amount() - predicted) / predicted;
  }

  /**
   * The points of each size together, the oldest first; sizes with the fewest points come first. So
   * every second point has two sizes or more if three points have: the first one is taken, and one
   * of the last two, which have one size unless all sizes differ.
   */
  private static List<Line.Point> bySize(List<Line.Point> points) {
    Map<Double, List<Line.Point>> sizes = new LinkedHashMap<>();
    for (Line.Point point : points) {
      sizes.computeIfAbsent(point.size(), size -> new ArrayList<>()).add(point);
    }
    return sizes.values().stream()
        .sorted(Comparator.comparingInt(List::size))
        .flatMap(List::stream)
        .toList();
  }

  private static List<Line.Point> everySecond(List<Line.Point> points, int first) {
    return IntStream.range(0, points.size())
        .filter(i -> i % 2 == first)
        .mapToObj(points::get)
        .toList();
  }

  /** Whether predictions are those of a line, whose error is known. */
  boolean hasLine() {
    return line.isPresent() && !errors.isEmpty();
  }

  /** Ratios of these runs to what the line of others says for them, where both are above 0. */
  List<Double> ratiosTo(Series others) {
    Line expected = others.line.orElseThrow();
    return points.stream()
        .filter(point -> point.size() > 0 && expected.at(point.size()) > 0)
        .map(point -> point.amount() / expected.at(point.size()))
        .toList();
  }

  int runs() {
    return points.size();
  }

  double medianBytes() {
    return WeightedMedian.ofEqual(points.stream().map(Line.Point::size).toList());
  }

  /** The prediction of a line if there is one, else of the nearest size. */
  Prediction at(double bytes, double level) {
    return hasLine() ? ofLine(line.get().at(bytes), level) : ofNearest(bytes);
  }

  private Prediction ofLine(double middle, double level) {
    int count = errors.size();
    int rank = (int) Math.ceil((count + 1) * level);
    double error = errors.get(Math.min(rank, count) - 1);
    double attained = rank <= count ? level : count / (count + 1.0);
    return new Prediction(
        Math.max(0, middle * (1 - error)),
        middle,
        middle * (1 + error),
        attained,
        Source.LINE,
        points.size());
  }

  /** Between an amount that does not depend on the size, and one that is proportional to it. */
  private Prediction ofNearest(double bytes) {
    double distance =
        points.stream().mapToDouble(point -> Math.abs(point.size() - bytes)).min().orElseThrow();
    List<Line.Point> nearest = new ArrayList<>();
    for (Line.Point point : points) {
      if (Math.abs(point.size() - bytes) == distance) {
        nearest.add(point);
      }
    }
    double amount = WeightedMedian.ofEqual(nearest.stream().map(Line.Point::amount).toList());
    double size = nearest.get(0).size();
    if (size == 0) {
      return ofUnsized(nearest, amount);
    }
    double proportional = amount * bytes / size;
    return new Prediction(
        Math.min(amount, proportional),
        (amount + proportional) / 2,
        Math.max(amount, proportional),
        0,
        Source.NEAREST_SIZE,
        nearest.size());
  }

  /** Runs without a known input: their sizes may have differed, and tell nothing of others. */
  private static Prediction ofUnsized(List<Line.Point> points, double amount) {
    double least = points.stream().mapToDouble(Line.Point::amount).min().orElseThrow();
    double most = points.stream().mapToDouble(Line.Point::amount).max().orElseThrow();
    return new Prediction(
        least / UNSIZED_ARE_OFF_BY,
        amount,
        most * UNSIZED_ARE_OFF_BY,
        0,
        Source.NEAREST_SIZE,
        points.size());
  }
}
