// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.page;

import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers as a page needs them: no longer than what is seen of them. */
final class Numbers {

  private static final MathContext DIGITS = new MathContext(5);

  private Numbers() {}

  /** Five significant digits. */
  static double rounded(double number) {
    return Double.isFinite(number)
        ? BigDecimal.valueOf(number).round(DIGITS).doubleValue()
        : number;
  }
}
