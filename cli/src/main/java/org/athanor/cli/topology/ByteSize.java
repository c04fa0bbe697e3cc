// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.topology;

import java.util.Locale;

/** Sizes of caches and memory for people, in powers of 1024. */
final class ByteSize {
  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

  private ByteSize() {}

  /**
   * Returns the size with at most one decimal, in the unit that data sheets use for it: {@code 48
   * KiB}, {@code 1280 KiB}, {@code 2.5 MiB}, {@code 31.2 GiB}, {@code 503 GiB}.
   */
  static String of(long bytes) {
    int unit = UNITS.length - 1;
    while (unit > 0 && !suits(bytes, unit)) {
      unit--;
    }
    double amount = (double) bytes / (1L << (10 * unit));
    String number = String.format(Locale.ROOT, amount < 100 ? "%.1f" : "%.0f", amount);
    return (number.endsWith(".0") ? number.substring(0, number.length() - 2) : number)
        + " "
        + UNITS[unit];
  }

  private static boolean suits(long bytes, int unit) {
    long one = 1L << (10 * unit);
    long whole = bytes / one;
    return whole >= 10 || (whole >= 1 && bytes % one * 10 % one == 0);
  }
}
