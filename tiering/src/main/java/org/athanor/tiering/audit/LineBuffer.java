// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

/** Bytes of a file that have been read, and the lines in them that have been handed over. */
final class LineBuffer {
  /**
   * More than two paths of 8,000 bytes, written as escapes. Only the line of a {@code concat},
   * which has all paths of its sources, can be longer.
   */
  static final int CAPACITY = 1 << 18;

  private final byte[] bytes = new byte[CAPACITY];
  private int start;
  private int end;

  /** Whether the bytes up to the next end of line belong to one that is too long. */
  private boolean dropping;

  /** The array to read into, from {@link #end} on; there is room. */
  byte[] bytes() {
    return bytes;
  }

  int end() {
    return end;
  }

  int room() {
    return bytes.length - end;
  }

  void added(int count) {
    end += count;
  }

  /** Forgets bytes that have not been handed over, because they are read again. */
  void rewind() {
    start = 0;
    end = 0;
  }

  /** Forgets everything, because another file is read. */
  void clear() {
    rewind();
    dropping = false;
  }

  /**
   * Hands over the lines that are whole.
   *
   * @param footprint is told of the bytes that were handed over
   * @return false if the sink does not want more now
   */
  boolean drain(LineSink sink, Footprint footprint) {
    boolean more = true;
    int from = start;
    while (more) {
      int newline = Bytes.indexOf(bytes, start, end, (byte) '\n');
      if (newline < 0) {
        break;
      }
      int line = start;
      start = newline + 1;
      more = dropping ? sink.tooLong() : sink.line(bytes, line, newline);
      dropping = false;
    }
    footprint.append(bytes, from, start);
    if (more && start == 0 && room() == 0) {
      footprint.append(bytes, 0, end);
      end = 0;
      dropping = true;
    }
    compact();
    return more;
  }

  /** Hands over what follows the last end of line as a line, if there is anything. */
  boolean drainRest(LineSink sink, Footprint footprint) {
    boolean more = true;
    if (start < end || dropping) {
      footprint.append(bytes, start, end);
      more = dropping ? sink.tooLong() : sink.line(bytes, start, end);
    }
    clear();
    return more;
  }

  /** Tells a footprint of the bytes after the last end of line, which have not been handed over. */
  void rest(Footprint footprint) {
    footprint.append(bytes, start, end);
  }

  private void compact() {
    if (start > 0) {
      System.arraycopy(bytes, start, bytes, 0, end - start);
      end -= start;
      start = 0;
    }
  }
}
