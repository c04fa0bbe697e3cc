// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

import org.athanor.storage.check.Checks;

/**
 * The bounds of popularity.
 *
 * @param minimum P_min, above 0, because equation 5.1 divides by the popularity
 * @param initial the average popularity as long as no file is known
 * @param maximum P_max
 */
public record PopularityRange(double minimum, double initial, double maximum) {
  /** From 0.1 to 100, initially 1. */
  public static final PopularityRange DEFAULT = new PopularityRange(0.1, 1, 100);

  public PopularityRange {
    Checks.positive("minimum", minimum);
    Checks.positive("maximum", maximum);
    if (!(minimum <= initial && initial <= maximum)) {
      throw new IllegalArgumentException(
          "initial=" + initial + ": must be from " + minimum + " to " + maximum);
    }
  }

  double clamp(double popularity) {
    return Math.max(minimum, Math.min(maximum, popularity));
  }
}
