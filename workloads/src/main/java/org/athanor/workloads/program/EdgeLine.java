// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.program;

import java.nio.charset.StandardCharsets;

/**
 * Parses lines of an edge list: two whole numbers of 64 bits, separated by a tab or blanks. Empty
 * lines and those that begin with {@code #} are comments, as in the SNAP collection. Parsing
 * creates no objects. Not thread-safe.
 */
public final class EdgeLine {
  private byte[] line;
  private int position;
  private int end;
  private long source;
  private long target;

  /**
   * Reads a line.
   *
   * @param bytes holds the line in its first {@code length} bytes
   * @return true for an edge, false for a comment
   * @throws IllegalArgumentException if the line is neither
   */
  public boolean parse(byte[] bytes, int length) {
    line = bytes;
    position = 0;
    end = length;
    skipBlanks();
    if (position == end || line[position] == '#') {
      return false;
    }
    source = number();
    if (position == end || !isBlank(line[position])) {
      throw malformed();
    }
    skipBlanks();
    target = number();
    skipBlanks();
    if (position != end) {
      throw malformed();
    }
    return true;
  }

  /** Reads a line; see {@link #parse(byte[], int)}. */
  public boolean parse(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return parse(bytes, bytes.length);
  }

  public long source() {
    return source;
  }

  public long target() {
    return target;
  }

  private void skipBlanks() {
    while (position < end && isBlank(line[position])) {
      position++;
    }
  }

  private static boolean isBlank(byte character) {
    return character == '\t' || character == ' ' || character == '\r';
  }

  private long number() {
    boolean negative = position < end && line[position] == '-';
    if (negative) {
      position++;
    }
    int first = position;
    // Computed as a negative number, because the smallest long has no positive counterpart.
    long value = 0;
    while (position < end && line[position] >= '0' && line[position] <= '9') {
      int digit = line[position++] - '0';
      if (value < Long.MIN_VALUE / 10 || value * 10 < Long.MIN_VALUE + digit) {
        throw malformed();
      }
      value = value * 10 - digit;
    }
    if (position == first || (!negative && value == Long.MIN_VALUE)) {
      throw malformed();
    }
    return negative ? value : -value;
  }

  private IllegalArgumentException malformed() {
    int shown = Math.min(end, 100);
    return new IllegalArgumentException(
        "edge \""
            + new String(line, 0, shown, StandardCharsets.UTF_8)
            + (shown < end ? "…" : "")
            + "\": must be two whole numbers of 64 bits, separated by a tab or blanks");
  }
}
