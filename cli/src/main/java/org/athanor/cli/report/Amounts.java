// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.report;

import java.util.Locale;

/** Writes amounts for people: about three digits and a unit with a decimal prefix. */
final class Amounts {
  private static final String[] BYTE_UNITS = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;

  private Amounts() {}

  /** {@code 999 B}, {@code 1.2 GB}. */
  static String bytes(double bytes) {
    double amount = bytes;
    int unit = 0;
    while (amount >= 999.95 && unit < BYTE_UNITS.length - 1) {
      amount /= 1000;
      unit++;
    }
    return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", amount, BYTE_UNITS[unit]);
  }

  /** {@code 12,345}. */
  static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** {@code 0.3 s}, {@code 2 min 05 s}, {@code 1 h 02 min}. */
  static String duration(long millis) {
    if (millis < MINUTE) {
      return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
    }
    if (millis < HOUR) {
      return String.format(Locale.ROOT, "%d min %02d s", millis / MINUTE, millis % MINUTE / 1000);
    }
    return String.format(Locale.ROOT, "%d h %02d min", millis / HOUR, millis % HOUR / MINUTE);
  }

  /** For a time that changes every second: {@code 0:07}, {@code 1:02:09}. */
  static String clock(long millis) {
    long seconds = (millis + 500) / 1000;
    if (seconds < 3600) {
      return String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
    }
    return String.format(
        Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds % 3600 / 60, seconds % 60);
  }
}
