// SPDX-License-Identifier: Apache-2.0
package org.athanor.yaml.text;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of bytes, written as {@code 512m} or {@code 1.5g}. Units are powers of 1024: {@code k},
 * {@code m}, {@code g}, {@code t}, in either case, with or without {@code b} or {@code ib}.
 *
 * @param bytes 0 or more
 */
public record ByteSize(long bytes) implements Comparable<ByteSize> {
  private static final Pattern FORM =
      Pattern.compile("(\\d{1,19}(?:\\.\\d{1,9})?)\\s*([kmgt]?)(?:i?b)?", Pattern.CASE_INSENSITIVE);
  private static final String UNITS = "kmgt";

  public ByteSize {
    if (bytes < 0) {
      throw new IllegalArgumentException("size " + bytes + ": must be 0 or more");
    }
  }

  /** Parses a size. Returns empty if the text is not a size, or a size of 8 EiB or more. */
  public static Optional<ByteSize> parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String unit = matcher.group(2).toLowerCase(Locale.ROOT);
    int power = unit.isEmpty() ? 0 : 1 + UNITS.indexOf(unit);
    BigDecimal bytes =
        new BigDecimal(matcher.group(1))
            .multiply(BigDecimal.valueOf(1L << (10 * power)))
            .setScale(0, RoundingMode.HALF_UP);
    return bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0
        ? Optional.empty()
        : Optional.of(new ByteSize(bytes.longValueExact()));
  }

  /**
   * Parses a size that is a constant of this program.
   *
   * @throws IllegalArgumentException if the text is not a size
   */
  public static ByteSize of(String text) {
    return parse(text)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "size " + text + ": must be a size such as 512m or 1.5g"));
  }

  /**
   * Formats the size in the largest unit that needs no fraction; {@link #parse} returns the same
   * size.
   */
  @Override
  public String toString() {
    int power = 0;
    long amount = bytes;
    while (power < UNITS.length() && amount != 0 && amount % 1024 == 0) {
      amount /= 1024;
      power++;
    }
    return power == 0 ? Long.toString(amount) : amount + UNITS.substring(power - 1, power);
  }

  /** Formats the size rounded, such as {@code 1.5 GiB}. */
  public String rounded() {
    if (bytes < 1024) {
      return bytes + " B";
    }
    int power = Math.min(UNITS.length(), (63 - Long.numberOfLeadingZeros(bytes)) / 10);
    double amount = (double) bytes / (1L << (10 * power));
    String unit = UNITS.substring(power - 1, power).toUpperCase(Locale.ROOT) + "iB";
    return String.format(Locale.ROOT, amount < 10 ? "%.1f %s" : "%.0f %s", amount, unit);
  }

  @Override
  public int compareTo(ByteSize other) {
    return Long.compare(bytes, other.bytes);
  }
}
