// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.util.OptionalLong;

/**
 * Numbers of bytes as users write them: a whole number and k, m, g or t, which are powers of 1024.
 */
final class ByteCount {
  private static final String UNITS = "kmgt";

  /** At most 999999t, which fits into 63 bits. */
  static final String FORM = "[1-9]\\d{0,5}[" + UNITS + "]";

  private ByteCount() {}

  /**
   * @param text of the form {@link #FORM}
   */
  static long parse(String text) {
    int last = text.length() - 1;
    return Long.parseLong(text.substring(0, last)) << shift(UNITS.indexOf(text.charAt(last)));
  }

  /** As users write it; {@code -} if it is empty. */
  static String text(OptionalLong bytes) {
    if (bytes.isEmpty()) {
      return "-";
    }
    int unit = Math.min(UNITS.length() - 1, Long.numberOfTrailingZeros(bytes.getAsLong()) / 10 - 1);
    return (bytes.getAsLong() >> shift(unit)) + UNITS.substring(unit, unit + 1);
  }

  private static int shift(int unit) {
    return 10 * (unit + 1);
  }
}
