// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * Amounts as people read them: three significant digits and a decimal prefix, {@code 1.25 GB},
 * {@code 43.2 %}, {@code 0.85 s}.
 */
public final class AmountText {

  private static final String[] PREFIXES = {"", "k", "M", "G", "T", "P", "E"};
  private static final int DIGITS = 3;

  private AmountText() {}

  public static String of(double amount, Unit unit) {
    return switch (unit) {
      case PERCENT, RATIO, SECONDS -> join(digits(amount), "", unit.symbol());
      case BYTES, BYTES_PER_SECOND, JOULES, WATTS, COUNT, OPERATIONS_PER_SECOND ->
          prefixed(amount, unit.symbol());
    };
  }

  /** The amount with a decimal prefix, such as {@code 12.3 kJ·s²}. */
  public static String prefixed(double amount, String symbol) {
    int step = 0;
    double scaled = amount;
    while (Math.abs(scaled) >= 999.5 && step < PREFIXES.length - 1) {
      scaled /= 1000;
      step++;
    }
    return join(digits(scaled), PREFIXES[step], symbol);
  }

  /** Three significant digits, or all of those before the decimal point. */
  public static String digits(double amount) {
    if (amount == 0 || !Double.isFinite(amount)) {
      return amount == 0 ? "0" : String.valueOf(amount);
    }
    if (Math.abs(amount) >= 100) {
      return String.format(Locale.ROOT, "%.0f", amount);
    }
    BigDecimal rounded =
        BigDecimal.valueOf(amount).round(new MathContext(DIGITS, RoundingMode.HALF_EVEN));
    int whole = rounded.precision() - rounded.scale();
    return rounded.setScale(Math.max(0, DIGITS - whole), RoundingMode.UNNECESSARY).toPlainString();
  }

  private static String join(String number, String prefix, String symbol) {
    String unit = prefix + symbol;
    return unit.isEmpty() ? number : number + " " + unit;
  }
}
