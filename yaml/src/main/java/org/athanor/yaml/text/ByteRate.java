// SPDX-License-Identifier: Apache-2.0
package org.athanor.yaml.text;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bytes in a second, written as {@code 118 MB/s} or {@code 1 Gbit/s}. Units are powers of 1000, as
 * makers of devices and networks use them; a capital B means bytes, {@code bit} means bits.
 *
 * @param bytesPerSecond 0 or more, finite
 */
public record ByteRate(double bytesPerSecond) {
  private static final Pattern FORM =
      Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?)\\s*([kKMGT]?)(B|bit)/s");

  public ByteRate {
    if (!(bytesPerSecond >= 0) || Double.isInfinite(bytesPerSecond)) {
      throw new IllegalArgumentException("rate " + bytesPerSecond + ": must be from 0 and finite");
    }
  }

  /** Parses a rate. Returns empty if the text is not a rate. */
  public static Optional<ByteRate> parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    BigDecimal units =
        new BigDecimal(matcher.group(1)).scaleByPowerOfTen(DecimalPrefix.power(matcher.group(2)));
    double perByte = matcher.group(3).equals("bit") ? 8 : 1;
    return Optional.of(new ByteRate(units.doubleValue() / perByte));
  }
}
