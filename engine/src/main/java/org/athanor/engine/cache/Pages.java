// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import java.io.Closeable;
import java.io.IOException;

/** The bytes of a file in pages of {@value #PAGE_BYTES}, the last of which may be shorter. */
interface Pages extends Closeable {
  int PAGE_BYTES = 256 << 10;

  /** Returns the length of the file, in bytes. */
  long length();

  /**
   * Returns a page, which is not to be changed.
   *
   * @param index from 0 on
   */
  byte[] page(int index) throws IOException;

  /** Returns the index of the page that has the byte at {@code offset}. */
  static int indexOf(long offset) {
    return (int) (offset / PAGE_BYTES);
  }

  /** Returns the place in its page of the byte at {@code offset}. */
  static int placeOf(long offset) {
    return (int) (offset % PAGE_BYTES);
  }

  /** Returns the number of bytes in a page. */
  default int sizeOf(int index) {
    return (int) Math.min(PAGE_BYTES, length() - (long) index * PAGE_BYTES);
  }
}
