// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes, durations and shares, as people write and read them. Units are decimal. */
final class Amounts {
  private static final Pattern SIZE =
      Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,6})?)([kmgtp]?)b?");
  private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})([smhdw])");
  private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  private static final Map<String, Long> SECONDS =
      Map.of("s", 1L, "m", 60L, "h", 3600L, "d", 86_400L, "w", 604_800L);

  private Amounts() {}

  /**
   * Reads a size such as {@code 512m}, {@code 1.5t} or {@code 100GB}: bytes.
   *
   * @throws IllegalArgumentException if it is none, or above 2^63 − 1 bytes
   */
  static long size(String text) {
    Matcher matcher = SIZE.matcher(text.toLowerCase(Locale.ROOT));
    if (matcher.matches()) {
      int power = matcher.group(2).isEmpty() ? 0 : "kmgtp".indexOf(matcher.group(2)) + 1;
      BigDecimal bytes = new BigDecimal(matcher.group(1)).scaleByPowerOfTen(3 * power);
      if (bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0) {
        return bytes.longValue();
      }
    }
    throw new IllegalArgumentException("must be a size such as 500g or 1.5t");
  }

  /**
   * Reads a duration such as {@code 12h} or {@code 1d}.
   *
   * @throws IllegalArgumentException if it is none
   */
  static Duration duration(String text) {
    Matcher matcher = DURATION.matcher(text.toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new IllegalArgumentException("must be a duration such as 30m, 12h, 1d or 4w");
    }
    return Duration.ofSeconds(Long.parseLong(matcher.group(1)) * SECONDS.get(matcher.group(2)));
  }

  static String size(long bytes) {
    double amount = Math.abs((double) bytes);
    int unit = 0;
    while (amount >= 999.5 && unit < UNITS.length - 1) {
      amount /= 1000;
      unit++;
    }
    String number =
        String.format(Locale.ROOT, unit == 0 || amount >= 99.95 ? "%.0f" : "%.1f", amount);
    return (bytes < 0 ? "-" : "") + number + ' ' + UNITS[unit];
  }

  static String duration(double seconds) {
    if (seconds < 90) {
      return String.format(Locale.ROOT, "%.0f s", seconds);
    }
    if (seconds < 90 * 60) {
      return String.format(Locale.ROOT, "%.0f min", seconds / 60);
    }
    return seconds < 48 * 3600
        ? String.format(Locale.ROOT, "%.1f h", seconds / 3600)
        : String.format(Locale.ROOT, "%.1f days", seconds / 86_400);
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }
}
