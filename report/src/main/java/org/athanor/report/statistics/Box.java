// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import java.util.Arrays;
import java.util.List;

/**
 * A box plot (Tukey): quartiles, whiskers to the farthest values within 1.5 interquartile ranges of
 * the box, and the values beyond the whiskers.
 */
public record Box(
    double lowWhisker,
    double lowQuartile,
    double median,
    double highQuartile,
    double highWhisker,
    List<Double> beyond) {

  private static final double REACH = 1.5;

  public Box {
    beyond = List.copyOf(beyond);
  }

  public static Box of(Sample sample) {
    double low = sample.quantile(.25);
    double high = sample.quantile(.75);
    double lowest = low - REACH * (high - low);
    double highest = high + REACH * (high - low);
    double[] inside =
        Arrays.stream(sample.values()).filter(v -> v >= lowest && v <= highest).sorted().toArray();
    return new Box(
        inside[0],
        low,
        sample.median(),
        high,
        inside[inside.length - 1],
        Arrays.stream(sample.values())
            .filter(v -> v < lowest || v > highest)
            .sorted()
            .boxed()
            .toList());
  }
}
