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

  /**
   * What had been read before the line that is too long, whose bytes are dropped up to its end;
   * null if there is none.
   */
  private Footprint beforeDropped;

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
    beforeDropped = null;
  }

  /**
   * What has been read up to the end of a line. While the bytes of a line that is too long are
   * dropped, that is less than what was handed over.
   *
   * @param footprint of the bytes that were handed over
   */
  Footprint wholeLines(Footprint footprint) {
    return beforeDropped == null ? footprint : beforeDropped;
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
      more = beforeDropped == null ? sink.line(bytes, line, newline) : sink.tooLong();
      beforeDropped = null;
    }
    footprint.append(bytes, from, start);
    if (more && start == 0 && room() == 0) {
      if (beforeDropped == null) {
        beforeDropped = new Footprint(footprint);
      }
      footprint.append(bytes, 0, end);
      end = 0;
    }
    compact();
    return more;
  }

  /** Hands over what follows the last end of line as a line, if there is anything. */
  boolean drainRest(LineSink sink, Footprint footprint) {
    boolean more = true;
    if (start < end || beforeDropped != null) {
      footprint.append(bytes, start, end);
      more = beforeDropped == null ? sink.line(bytes, start, end) : sink.tooLong();
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
