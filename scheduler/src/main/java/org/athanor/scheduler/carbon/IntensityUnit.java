// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.carbon;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a kilowatt-hour costs is told in: grams of CO₂ equivalents, or a currency.
 *
 * @param amount {@code gCO2eq}, or the code of a currency such as {@code EUR}
 * @param factor from values in the unit as it is written to amounts per kWh
 */
record IntensityUnit(String amount, double factor) {
  static final String CARBON = "gCO2eq";

  /** What users are told is allowed. */
  static final String ALLOWED = "gCO2eq/kWh, kgCO2eq/MWh, or a currency such as EUR/MWh or EUR/kWh";

  private static final Pattern CARBON_UNIT = Pattern.compile("(k?)gCO2(?:eq)?/(k|M)Wh");
  private static final Pattern PRICE_UNIT = Pattern.compile("([A-Z]{3})/(k|M)Wh");

  /** Reads a unit; empty if it is none. */
  static Optional<IntensityUnit> parse(String text) {
    Matcher carbon = CARBON_UNIT.matcher(text);
    if (carbon.matches()) {
      double grams = carbon.group(1).isEmpty() ? 1 : 1000;
      return Optional.of(new IntensityUnit(CARBON, grams * perKilowattHour(carbon.group(2))));
    }
    Matcher price = PRICE_UNIT.matcher(text);
    return price.matches()
        ? Optional.of(new IntensityUnit(price.group(1), perKilowattHour(price.group(2))))
        : Optional.empty();
  }

  private static double perKilowattHour(String prefix) {
    return prefix.equals("k") ? 1 : 1e-3;
  }

  /** Whether values are grams of carbon, which are never below 0, as prices may be. */
  boolean isCarbon() {
    return amount.equals(CARBON);
  }
}
