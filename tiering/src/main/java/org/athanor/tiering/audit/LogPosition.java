// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

import java.util.Locale;
import java.util.Objects;

/**
 * A place between two lines of a log that is kept in several files. Files get other names, are
 * copied and compressed, and the file system gives the identity of a deleted file to a new one; so
 * the place is known by the bytes before it, and by the file's identity only if those agree.
 *
 * @param file identity of the file (device and inode); empty at the start of the log
 * @param modifiedMillis when the file was last seen to be written, in milliseconds since 1970
 * @param offset bytes before the place, uncompressed
 * @param headSum CRC-32C of the file's first bytes, {@link #SUMMED} or as many as are before the
 *     place
 * @param tailSum CRC-32C of the last bytes before the place, as many
 */
public record LogPosition(String file, long modifiedMillis, long offset, int headSum, int tailSum) {

  /** The place before the oldest line that there is. */
  public static final LogPosition START = new LogPosition("", 0, 0, 0, 0);

  /** The most bytes that each of the sums covers. */
  static final int SUMMED = 1024;

  /** Checks that there are no spaces in the file's identity, and that no number is negative. */
  public LogPosition {
    Objects.requireNonNull(file, "file");
    if (file.indexOf(' ') >= 0 || modifiedMillis < 0 || offset < 0) {
      throw new IllegalArgumentException(
          "position in a log: file '" + file + "', time " + modifiedMillis + ", offset " + offset);
    }
  }

  /** How many bytes each of the sums covers. */
  int summed() {
    return (int) Math.min(offset, SUMMED);
  }

  boolean isStart() {
    return offset == 0;
  }

  /** Five words, which {@link #parse} understands. */
  String text() {
    return String.format(
        Locale.ROOT, "%d %d %08x %08x %s", offset, modifiedMillis, headSum, tailSum, file);
  }

  /**
   * Reads what {@link #text} wrote.
   *
   * @throws IllegalArgumentException if it is something else
   */
  static LogPosition parse(String text) {
    String[] words = text.split(" ", -1);
    if (words.length != 5) {
      throw new IllegalArgumentException("not a position in a log: " + text);
    }
    try {
      return new LogPosition(
          words[4],
          Long.parseLong(words[1]),
          Long.parseLong(words[0]),
          Integer.parseUnsignedInt(words[2], 16),
          Integer.parseUnsignedInt(words[3], 16));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("not a position in a log: " + text, e);
    }
  }
}
