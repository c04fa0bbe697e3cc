// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.hadoop.io.Text;

/** The fields of a line, which blanks and tabs separate. Reused for many lines. */
final class Fields {
  private byte[] bytes = {};
  private int[] ends = new int[2 * 16];
  private int count;

  void split(Text line) {
    bytes = line.getBytes();
    int length = line.getLength();
    count = 0;
    int at = 0;
    while (true) {
      while (at < length && isBlank(bytes[at])) {
        at++;
      }
      if (at == length) {
        return;
      }
      if (2 * count == ends.length) {
        ends = Arrays.copyOf(ends, 2 * ends.length);
      }
      ends[2 * count] = at;
      while (at < length && !isBlank(bytes[at])) {
        at++;
      }
      ends[2 * count + 1] = at;
      count++;
    }
  }

  private static boolean isBlank(byte character) {
    return character == ' ' || character == '\t' || character == '\r';
  }

  int count() {
    return count;
  }

  String text(int field) {
    int begin = ends[2 * field];
    return new String(bytes, begin, ends[2 * field + 1] - begin, StandardCharsets.UTF_8);
  }

  /** Returns a whole number in decimal digits, from 0 to 10¹⁸ − 1; -1 if the field is none. */
  long whole(int field) {
    int at = ends[2 * field];
    int end = ends[2 * field + 1];
    if (end - at > 18) {
      return -1;
    }
    long value = 0;
    for (; at < end; at++) {
      int digit = bytes[at] - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      value = 10 * value + digit;
    }
    return value;
  }

  /** Returns a decimal number; NaN if the field is none, or not finite. */
  double decimal(int field) {
    byte last = bytes[ends[2 * field + 1] - 1];
    // Java reads 1f, which is no number in a file.
    if ((last < '0' || last > '9') && last != '.') {
      return Double.NaN;
    }
    try {
      double value = Double.parseDouble(text(field));
      return Double.isFinite(value) ? value : Double.NaN;
    } catch (NumberFormatException notANumber) {
      return Double.NaN;
    }
  }
}
