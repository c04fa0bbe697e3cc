// SPDX-License-Identifier: Apache-2.0
package org.athanor.yaml.text;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cycles in a second, written as {@code 2.8 GHz}.
 *
 * @param hertz 0 or more, finite
 */
public record Frequency(double hertz) {
  private static final Pattern FORM =
      Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?)\\s*([kKMGT]?)Hz");

  public Frequency {
    if (!(hertz >= 0) || Double.isInfinite(hertz)) {
      throw new IllegalArgumentException("frequency " + hertz + ": must be from 0 and finite");
    }
  }

  /** Parses a frequency. Returns empty if the text is not a frequency. */
  public static Optional<Frequency> parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    return matcher.matches()
        ? Optional.of(
            new Frequency(
                new BigDecimal(matcher.group(1))
                    .scaleByPowerOfTen(DecimalPrefix.power(matcher.group(2)))
                    .doubleValue()))
        : Optional.empty();
  }
}
