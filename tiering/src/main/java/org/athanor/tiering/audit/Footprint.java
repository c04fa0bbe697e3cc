// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

import java.util.zip.CRC32C;

/** The first and the last bytes of what has been read of a file, by which it is known again. */
final class Footprint {
  private final byte[] head = new byte[LogPosition.SUMMED];
  private final byte[] tail = new byte[LogPosition.SUMMED];
  private long length;

  /** Nothing has been read. */
  Footprint() {}

  /** The same as another one now. */
  Footprint(Footprint other) {
    System.arraycopy(other.head, 0, head, 0, head.length);
    System.arraycopy(other.tail, 0, tail, 0, tail.length);
    length = other.length;
  }

  /** Appends bytes that have been read. */
  void append(byte[] buffer, int from, int to) {
    int count = to - from;
    if (length < head.length) {
      System.arraycopy(
          buffer, from, head, (int) length, (int) Math.min(count, head.length - length));
    }
    int kept = Math.min(count, tail.length);
    int start = (int) ((length + count - kept) % tail.length);
    int first = Math.min(kept, tail.length - start);
    System.arraycopy(buffer, to - kept, tail, start, first);
    System.arraycopy(buffer, to - kept + first, tail, 0, kept - first);
    length += count;
  }

  /**
   * Appends bytes that are not known, after the head; at least as many as the tail has must follow.
   */
  void skip(long count) {
    length += count;
  }

  /** Forgets everything. */
  void clear() {
    length = 0;
  }

  /** How many bytes have been read. */
  long length() {
    return length;
  }

  /** How many bytes of the file's beginning are known. */
  int headLength() {
    return (int) Math.min(length, head.length);
  }

  /** Whether a file begins with other bytes; {@code beginning} has {@link #headLength} of them. */
  boolean isOther(byte[] beginning) {
    for (int i = 0; i < headLength(); i++) {
      if (beginning[i] != head[i]) {
        return true;
      }
    }
    return false;
  }

  int headSum() {
    return sum(head, 0, headLength(), new CRC32C());
  }

  int tailSum() {
    CRC32C crc = new CRC32C();
    if (length <= tail.length) {
      return sum(tail, 0, (int) length, crc);
    }
    int oldest = (int) (length % tail.length);
    sum(tail, oldest, tail.length, crc);
    return sum(tail, 0, oldest, crc);
  }

  private static int sum(byte[] bytes, int from, int to, CRC32C crc) {
    crc.update(bytes, from, to - from);
    return (int) crc.getValue();
  }
}
