// SPDX-License-Identifier: Apache-2.0
package org.athanor.yaml.text;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Numbers that are not negative, with or without a fraction and a power of ten, such as {@code 2},
 * {@code 0.85} or {@code 1e-6}. Stateless.
 */
public final class Decimals {
  private static final Pattern NUMBER =
      Pattern.compile("\\d{1,18}(\\.\\d{1,18})?([eE][+-]?\\d{1,2})?");

  private Decimals() {}

  /** Parses a number exactly; empty if the text is none. */
  public static Optional<BigDecimal> parse(String text) {
    return NUMBER.matcher(text).matches() ? Optional.of(new BigDecimal(text)) : Optional.empty();
  }
}
