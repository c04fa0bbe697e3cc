// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.predict;

import java.util.List;
import java.util.Optional;

/**
 * One amount of an application on a cluster, predicted from its runs there: from those with the
 * newest settings as soon as they have a line. Until then from the line of runs with other
 * settings, times the ratio of the newer runs to that line: a change of settings changes how long
 * all sizes take more than how the time depends on the size. What is predicted so is never outside
 * of what the nearest size alone would say, if there is one newer size: a line whose intercept and
 * slope are not negative grows neither slower than a constant nor faster than in proportion.
 */
final class Amounts {
  private final Optional<Series> newest;
  private final Optional<Series> others;
  private final List<Double> ratios; // of the newest to the line of the others

  /**
   * Makes predictions.
   *
   * @param newest runs with the newest settings; empty if the amount was not measured in any
   * @param others runs with other settings that have a line; not empty if {@code newest} is
   */
  Amounts(Optional<Series> newest, Optional<Series> others) {
    this.newest = newest;
    this.others = others;
    this.ratios =
        newest.isPresent() && others.isPresent() ? newest.get().ratiosTo(others.get()) : List.of();
  }

  /** Number of runs that predictions are made from, above 0. */
  int runs() {
    return ofOthers()
        ? newest.map(Series::runs).orElse(0) + others.get().runs()
        : newest.get().runs();
  }

  double medianBytes() {
    return newest.or(() -> others).get().medianBytes();
  }

  /** Whether the line of others is used: of sizes that are not known, nothing is corrected. */
  private boolean ofOthers() {
    return others.isPresent()
        && (newest.isEmpty() || (!newest.get().hasLine() && !ratios.isEmpty()));
  }

  Prediction at(double bytes, double level) {
    if (!ofOthers()) {
      return newest.get().at(bytes, level);
    }
    Prediction line = others.get().at(bytes, level);
    if (ratios.isEmpty()) {
      return line.withOtherSettings(1, 1, 1, runs());
    }
    return line.withOtherSettings(
        ratios.stream().mapToDouble(Double::doubleValue).min().getAsDouble(),
        WeightedMedian.ofEqual(ratios),
        ratios.stream().mapToDouble(Double::doubleValue).max().getAsDouble(),
        runs());
  }
}
