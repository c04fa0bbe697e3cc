// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.page;

import java.math.BigDecimal;
import java.math.MathContext;

/** Rounds numbers for the page's data to the digits that can be seen. */
final class Numbers {

  private static final MathContext DIGITS = new MathContext(5);

  private Numbers() {}

  /** The number with five significant digits. */
  static double rounded(double number) {
    return Double.isFinite(number)
        ? BigDecimal.valueOf(number).round(DIGITS).doubleValue()
        : number;
  }
}
