// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

import java.io.IOException;

/** The lengths of arrays that are indexed by a file's number. */
final class Growth {
  /** Longest array; a stream that asks for more is damaged. */
  private static final int MOST = 1 << 28;

  /** Length of an array that is filled from a stream. */
  private static final int FIRST = 1024;

  private Growth() {}

  /** The next length of an array in which an index must fit. */
  static int of(int length, int index) {
    int next = Math.max(Math.max(16, length + (length >> 1)), index + 1);
    if (index >= MOST) {
      throw new IllegalStateException("file number " + index + ": must be below " + MOST);
    }
    return Math.min(next, MOST);
  }

  /** A length that was read from a stream. */
  static int checked(int length) throws IOException {
    if (length < 0 || length > MOST) {
      throw damaged("a length of " + length);
    }
    return length;
  }

  /**
   * The next length of an array that is filled from a stream. It grows with what has been read,
   * because a damaged length must not ask for more memory than the stream is long.
   *
   * @param filled length so far; 0 for the first one
   * @param whole the length that the stream has told
   */
  static int filling(int filled, int whole) {
    return (int) Math.min(whole, Math.max(FIRST, 2L * filled));
  }

  /** The failure to read a stream that has something that cannot be. */
  static IOException damaged(String what) {
    return new IOException("popularity state is damaged: it has " + what);
  }
}
