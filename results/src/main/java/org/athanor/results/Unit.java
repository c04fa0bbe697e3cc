// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import java.util.Locale;

/** Units of measurement, with the symbol in reports and in {@code results.json}. */
public enum Unit {
  SECONDS("s"),
  BYTES("B"),
  BYTES_PER_SECOND("B/s"),
  OPERATIONS_PER_SECOND("1/s"),
  PERCENT("%"),
  JOULES("J"),
  WATTS("W"),
  COUNT(""),
  RATIO("");

  private final String symbol;

  Unit(String symbol) {
    this.symbol = symbol;
  }

  public String symbol() {
    return symbol;
  }

  /** The unit in files: its symbol, or {@code count} and {@code ratio}, which have none. */
  public String id() {
    return symbol.isEmpty() ? name().toLowerCase(Locale.ROOT) : symbol;
  }
}
