// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.program;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Parses and formats points. A point is a line of coordinates, separated by commas; there are no
 * empty lines and no comments. The line of a centroid has its index and a tab before the
 * coordinates. Stateless.
 */
public final class Points {
  /** Powers of ten that a double represents exactly. */
  private static final double[] POWERS = new double[23];

  static {
    POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = POWERS[i - 1] * 10;
    }
  }

  /** Whole numbers up to this one are exact as a double. */
  private static final long EXACT = 1L << 53;

  private Points() {}

  /**
   * Parses the first {@code length} bytes into a new array.
   *
   * @throws IllegalArgumentException if they are not finite numbers separated by commas
   */
  public static double[] parse(byte[] line, int length) {
    int count = 1;
    for (int i = 0; i < length; i++) {
      if (line[i] == ',') {
        count++;
      }
    }
    double[] point = new double[count];
    parse(line, length, point);
    return point;
  }

  /** Parses a line; see {@link #parse(byte[], int)}. */
  public static double[] parse(String line) {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    return parse(bytes, bytes.length);
  }

  /**
   * Parses the first {@code length} bytes into {@code point}, without creating objects for numbers
   * of up to 15 digits and no exponent.
   *
   * @throws IllegalArgumentException if they are not as many finite numbers as {@code point} has
   *     elements
   */
  public static void parse(byte[] line, int length, double[] point) {
    int start = 0;
    for (int i = 0; i < point.length; i++) {
      int end = start;
      while (end < length && line[end] != ',') {
        end++;
      }
      if (end == length && i < point.length - 1) {
        throw dimensions(line, length, point.length);
      }
      point[i] = number(line, start, end, length);
      start = end + 1;
    }
    if (start <= length) {
      throw dimensions(line, length, point.length);
    }
  }

  /** Returns the coordinates with full precision. */
  public static String format(double[] point) {
    StringBuilder text = new StringBuilder(point.length * 19);
    for (int i = 0; i < point.length; i++) {
      if (i > 0) {
        text.append(',');
      }
      text.append(point[i]);
    }
    return text.toString();
  }

  /**
   * Parses a number. A whole number up to 2⁵³ divided by a power of ten up to 10²² gives the
   * nearest double, because only the division rounds.
   */
  private static double number(byte[] line, int start, int end, int length) {
    int position = start;
    boolean negative = position < end && line[position] == '-';
    if (negative) {
      position++;
    }
    long digits = 0;
    int count = 0;
    int point = -1;
    while (position < end) {
      byte character = line[position];
      if (character >= '0' && character <= '9' && digits < EXACT / 16) {
        digits = digits * 10 + (character - '0');
        count++;
      } else if (character == '.' && point < 0) {
        point = position;
      } else {
        return slowNumber(line, start, end, length);
      }
      position++;
    }
    int decimals = point < 0 ? 0 : end - point - 1;
    if (count == 0 || decimals >= POWERS.length) {
      return slowNumber(line, start, end, length);
    }
    double value = digits / POWERS[decimals];
    return negative ? -value : value;
  }

  private static double slowNumber(byte[] line, int start, int end, int length) {
    String text = new String(line, start, end - start, StandardCharsets.UTF_8);
    try {
      double value = Double.parseDouble(text);
      if (Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException notANumber) {
      // Reported below.
    }
    throw new IllegalArgumentException(
        "point \"" + shown(line, length) + "\": \"" + text + "\" must be a finite number");
  }

  private static IllegalArgumentException dimensions(byte[] line, int length, int expected) {
    return new IllegalArgumentException(
        "point \""
            + shown(line, length)
            + "\": must have "
            + expected
            + " coordinates, separated by commas");
  }

  private static String shown(byte[] line, int length) {
    return length <= 100
        ? new String(line, 0, length, StandardCharsets.UTF_8)
        : new String(Arrays.copyOf(line, 100), StandardCharsets.UTF_8) + "…";
  }
}
