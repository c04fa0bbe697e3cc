// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * A confidence interval.
 *
 * @param level the probability with which such intervals hold the true value, as it is and not as
 *     it was wished for, from 0 to 1: few repetitions do not allow 0.95
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
