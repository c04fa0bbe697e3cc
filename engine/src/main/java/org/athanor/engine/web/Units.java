// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.web;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Writes numbers for people. Stateless. */
final class Units {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final String[] BYTES = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  private static final String NONE = "\u2013";

  private Units() {}

  /**
   * Writes a time in UTC.
   *
   * @param millis since the epoch; 0 for none
   */
  static String time(long millis) {
    return millis <= 0 ? NONE : TIME.format(Instant.ofEpochMilli(millis));
  }

  /** Writes how long something took that began and ended then, or goes on until now if end is 0. */
  static String duration(long begin, long end, long now) {
    return begin <= 0 ? NONE : duration(Math.max(0, (end > 0 ? end : now) - begin));
  }

  static String duration(long millis) {
    if (millis < 60_000) {
      return String.format(Locale.ROOT, "%.1f s", Math.floor(millis / 100.0) / 10);
    }
    long seconds = millis / 1000;
    return seconds < 3600
        ? seconds / 60 + " min " + seconds % 60 + " s"
        : seconds / 3600 + " h " + seconds / 60 % 60 + " min";
  }

  /** Writes bytes, in steps of 1024. */
  static String bytes(double bytes) {
    double rest = bytes;
    int unit = 0;
    for (; rest >= 1000 && unit < BYTES.length - 1; unit++) {
      rest /= 1024;
    }
    return String.format(
        Locale.ROOT, unit == 0 || rest >= 100 ? "%.0f %s" : "%.1f %s", rest, BYTES[unit]);
  }

  static String rate(double bytesPerSecond) {
    return bytesPerSecond < 1 ? NONE : bytes(bytesPerSecond) + "/s";
  }

  /** Writes a number from 0 to 1; 100 % only if nothing is missing. */
  static String percent(double part) {
    return String.format(Locale.ROOT, "%d %%", (int) Math.floor(100 * clamp(part)));
  }

  static double clamp(double part) {
    return Math.max(0, Math.min(1, part));
  }
}
