// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage.gain;

import java.math.BigDecimal;
import java.math.MathContext;

/** The rates of links for people. */
public final class LinkRate {
  private static final MathContext DIGITS = new MathContext(3);
  private static final double MEGABIT = 1e6 / 8;
  private static final double THOUSAND = 1000;

  private LinkRate() {}

  /** A rate with three digits, as in {@code 2.5 Gbit/s} or {@code 100 Mbit/s}. */
  public static String text(double bytesPerSecond) {
    double megabits = new BigDecimal(bytesPerSecond / MEGABIT).round(DIGITS).doubleValue();
    boolean isGigabits = megabits >= THOUSAND;
    BigDecimal shown = new BigDecimal(isGigabits ? megabits / THOUSAND : megabits).round(DIGITS);
    return shown.stripTrailingZeros().toPlainString() + (isGigabits ? " Gbit/s" : " Mbit/s");
  }
}
