// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;

/** A part of a file's bytes, in an array. Not thread-safe. */
public interface Window extends Closeable {
  /** Returns the length of the file when it was opened, in bytes. */
  long length();

  /** Returns whether the file still has the length that it had when it was opened. */
  boolean hasItsLength() throws IOException;

  /** Returns the array to which indexes of {@link #find} refer, valid until the next call of it. */
  byte[] bytes();

  /**
   * Returns the index in {@link #bytes} of the byte at {@code offset} of the file. Moves the
   * window, if needed, so that it contains {@code needed} bytes from {@code offset} on.
   *
   * @param needed number of bytes, all of which must be in the file
   * @throws EOFException if the file has become shorter
   */
  int find(long offset, int needed) throws IOException;

  /** Returns how many bytes of the file are in the window from {@code index} on. */
  int sizeFrom(int index);
}
