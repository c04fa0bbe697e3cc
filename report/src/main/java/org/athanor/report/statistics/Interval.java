// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * A confidence interval.
 *
 * @param level the probability, from 0 to 1, with which such intervals contain the true value. It
 *     is the level attained: with few repetitions it is below 0.95
 */
public record Interval(double low, double high, double level) {

  public boolean contains(double value) {
    return low <= value && value <= high;
  }

  /** The level in percent, rounded down to a tenth: {@code 93.7 %}. */
  public String levelText() {
    return BigDecimal.valueOf(level * 100)
            .setScale(1, RoundingMode.FLOOR)
            .stripTrailingZeros()
            .toPlainString()
        + " %";
  }
}
