// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import java.io.Closeable;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;

/**
 * The part of a file that is in memory. It grows up to {@value #MAX_BYTES} bytes while the file is
 * read sequentially, and is small for random access. Not thread-safe.
 */
final class FileWindow implements Closeable {
  /** Maximum size of a window, unless a caller needs more bytes at once. */
  static final int MAX_BYTES = 64 << 10;

  private static final int MIN_BYTES = 4 << 10;

  private final RandomAccessFile file;
  private final long length;
  private byte[] bytes = {};
  private long start;
  private int size;
  private long filePosition;

  /** Opens {@code file}. Bytes that are added to the file later are ignored. */
  FileWindow(File file) throws IOException {
    this.file = new RandomAccessFile(file, "r");
    this.length = this.file.length();
  }

  /** Returns the length of the file when it was opened, in bytes. */
  long length() {
    return length;
  }

  /** Returns whether the file still has the length that it had when it was opened. */
  boolean hasItsLength() throws IOException {
    return file.length() == length;
  }

  /** Returns the array to which indexes of {@link #find} refer, valid until the next call of it. */
  byte[] bytes() {
    return bytes;
  }

  /**
   * Returns the index in {@link #bytes} of the byte at {@code offset} of the file. Moves the
   * window, if needed, so that it contains {@code needed} bytes from {@code offset} on.
   *
   * @param needed number of bytes, all of which must be in the file
   * @throws EOFException if the file has become shorter
   */
  int find(long offset, int needed) throws IOException {
    if (offset < start || offset + needed > start + size) {
      load(offset, needed);
    }
    return (int) (offset - start);
  }

  /** Returns how many bytes of the file are in the window from {@code index} on. */
  int sizeFrom(int index) {
    return size - index;
  }

  private void load(long offset, int needed) throws IOException {
    boolean sequential = size > 0 && offset >= start && offset <= start + size;
    int wanted = sequential ? Math.min(2 * bytes.length, MAX_BYTES) : MIN_BYTES;
    wanted = (int) Math.min(Math.max(wanted, needed), length - offset);
    size = 0;
    if (bytes.length < wanted) {
      bytes = new byte[wanted];
    }
    if (filePosition != offset) {
      file.seek(offset);
    }
    file.readFully(bytes, 0, wanted);
    filePosition = offset + wanted;
    start = offset;
    size = wanted;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
