// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads what the layout of the logging writes before the message, which has the time. Lines of the
 * same second differ there only by three digits of milliseconds, so the bytes before and after
 * these digits are remembered and compared, and the rest is read only if they differ.
 *
 * <p>Allocates nothing per line, but for a prefix that is longer than all before it.
 */
final class LinePrefix {
  private static final byte[] MESSAGE = "allowed=".getBytes(StandardCharsets.US_ASCII);
  private static final int DIGITS = 3;

  private final AuditTime time;

  /** The prefix of an earlier line, and the beginning of its message. */
  private byte[] known = new byte[128];

  /** Bytes of {@link #known} that hold; 0 if there is no such line. */
  private int length;

  /** Index of the digits in {@link #known}. */
  private int digits;

  /** The time that the digits 000 would have. */
  private long secondMillis;

  LinePrefix(AuditTime time) {
    this.time = time;
  }

  /**
   * Reads the time, if the prefix has one.
   *
   * @param from index of the line's first byte
   * @param to index after its last byte
   * @return index of the message, which begins with {@code allowed=}; -1 if there is none
   */
  int read(byte[] buffer, int from, int to) {
    if (isRepeated(buffer, from, to)) {
      time.resume(secondMillis + value(buffer, from + digits));
      return from + length - MESSAGE.length;
    }
    int message = Bytes.indexOf(buffer, from, to, MESSAGE);
    boolean hasTime = time.read(buffer, from, message < 0 ? to : message);
    length = 0;
    if (message >= 0 && hasTime && time.millisIndex() >= 0) {
      remember(buffer, from, message + MESSAGE.length);
    }
    return message;
  }

  private boolean isRepeated(byte[] buffer, int from, int to) {
    if (length == 0 || to - from < length) {
      return false;
    }
    int after = digits + DIGITS;
    return Arrays.equals(buffer, from, from + digits, known, 0, digits)
        && Arrays.equals(buffer, from + after, from + length, known, after, length)
        && isDigits(buffer, from + digits);
  }

  private void remember(byte[] buffer, int from, int to) {
    int count = to - from;
    if (count > known.length) {
      known = new byte[count];
    }
    System.arraycopy(buffer, from, known, 0, count);
    length = count;
    digits = time.millisIndex() - from;
    secondMillis = time.millis() - value(buffer, time.millisIndex());
  }

  private static boolean isDigits(byte[] buffer, int from) {
    return AuditTime.isDigit(buffer[from])
        && AuditTime.isDigit(buffer[from + 1])
        && AuditTime.isDigit(buffer[from + 2]);
  }

  private static int value(byte[] buffer, int from) {
    return (buffer[from] - '0') * 100 + (buffer[from + 1] - '0') * 10 + (buffer[from + 2] - '0');
  }
}
