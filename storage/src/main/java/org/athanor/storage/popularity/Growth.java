// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

import java.io.IOException;

/** The lengths of arrays that are indexed by a file's number. */
final class Growth {
  /** Longest array; a stream that asks for more is damaged. */
  private static final int MOST = 1 << 28;

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
      throw new IOException("popularity state is damaged: it has a length of " + length);
    }
    return length;
  }
}
