// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.nio.charset.StandardCharsets;

/**
 * A cursor over the text of one of the kernel's files. It reads numbers and words without creating
 * strings for the rest. Not thread-safe; valid until its reader reads the next file.
 */
final class Text {

  private byte[] bytes;
  private int limit;
  private int position;

  Text(byte[] bytes, int length) {
    this.bytes = bytes;
    this.limit = length;
  }

  static Text of(String content) {
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    return new Text(bytes, bytes.length);
  }

  void reset(byte[] newBytes, int length) {
    bytes = newBytes;
    limit = length;
    position = 0;
  }

  boolean atEnd() {
    return position >= limit;
  }

  int position() {
    return position;
  }

  void position(int newPosition) {
    position = newPosition;
  }

  int length() {
    return limit;
  }

  byte at(int index) {
    return bytes[index];
  }

  /** Whether the text continues with these ASCII characters; if so, moves past them. */
  boolean take(String ascii) {
    if (limit - position < ascii.length()) {
      return false;
    }
    for (int i = 0; i < ascii.length(); i++) {
      if (bytes[position + i] != ascii.charAt(i)) {
        return false;
      }
    }
    position += ascii.length();
    return true;
  }

  /** Moves to the start of the next line. */
  void nextLine() {
    while (position < limit && bytes[position++] != '\n') {
      // skip to the line's end
    }
  }

  /** Moves past the next zero byte, which ends an entry of an environment. */
  void nextEntry() {
    while (position < limit && bytes[position++] != 0) {
      // skip to the entry's end
    }
  }

  /** Reads the next number of this line, after blanks; -1 if there is none. */
  long number() {
    blanks();
    int start = position;
    boolean negative = take("-");
    long value = 0;
    int digits = position;
    while (position < limit && bytes[position] >= '0' && bytes[position] <= '9') {
      value = value * 10 + (bytes[position++] - '0');
    }
    if (position == digits) {
      position = start;
      return -1;
    }
    return negative ? -value : value;
  }

  /** Moves past some words of this line. */
  void skipWords(int words) {
    for (int i = 0; i < words; i++) {
      blanks();
      while (position < limit && bytes[position] > ' ') {
        position++;
      }
    }
  }

  /** Reads the next word of this line, after blanks; empty at the line's end. */
  String word() {
    blanks();
    int start = position;
    while (position < limit && bytes[position] > ' ') {
      position++;
    }
    return new String(bytes, start, position - start, StandardCharsets.UTF_8);
  }

  private void blanks() {
    while (position < limit && (bytes[position] == ' ' || bytes[position] == '\t')) {
      position++;
    }
  }

  @Override
  public String toString() {
    return new String(bytes, 0, limit, StandardCharsets.UTF_8);
  }
}
