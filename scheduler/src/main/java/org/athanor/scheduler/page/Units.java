// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.page;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Amounts as people read them. Stateless. */
final class Units {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final String[] BYTES = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

  private Units() {}

  static String time(Instant time) {
    return TIME.format(time);
  }

  /** Such as 0.3 s, 12 s, 3 min 20 s, 2 h 5 min, 3 d 4 h. */
  static String duration(Duration time) {
    double seconds = time.toMillis() / 1e3;
    if (seconds < 9.95) {
      return String.format(Locale.ROOT, "%.1f s", seconds);
    }
    long whole = Math.round(seconds);
    if (whole < 60) {
      return whole + " s";
    }
    if (whole < 3600) {
      return pair(whole / 60, "min", whole % 60, "s");
    }
    long minutes = whole / 60;
    return minutes < 24 * 60
        ? pair(minutes / 60, "h", minutes % 60, "min")
        : pair(minutes / (24 * 60), "d", minutes / 60 % 24, "h");
  }

  private static String pair(long first, String unit, long second, String smaller) {
    return second == 0 ? first + " " + unit : first + " " + unit + " " + second + " " + smaller;
  }

  static String seconds(double seconds) {
    return duration(Duration.ofMillis((long) Math.min(seconds * 1e3, 1e15)));
  }

  static String bytes(double bytes) {
    int unit = 0;
    double amount = bytes;
    while (amount >= 1023.5 && unit < BYTES.length - 1) {
      amount /= 1024;
      unit++;
    }
    return number(amount) + " " + BYTES[unit];
  }

  /** With one digit after the point if it is small and no whole number. */
  static String number(double amount) {
    return amount == Math.rint(amount) || amount >= 99.95
        ? String.format(Locale.ROOT, "%.0f", amount)
        : String.format(Locale.ROOT, "%.1f", amount);
  }

  static String percent(double part) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * part);
  }
}
