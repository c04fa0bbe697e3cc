// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import java.io.Closeable;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;

/**
 * The part of a file that is in memory. It grows, up to {@value #LARGEST_BYTES} bytes, as long as
 * the file is read from front to back, and is small for reads here and there. For one thread.
 */
final class FileWindow implements Closeable {
  /** Of a window, unless one unit of the file is larger. */
  static final int LARGEST_BYTES = 64 << 10;

  private static final int SMALLEST_BYTES = 4 << 10;

  private final RandomAccessFile file;
  private final long length;
  private byte[] bytes = {};
  private long start;
  private int size;
  private long filePosition;

  /** Opens {@code file} and takes its length now for its length. */
  FileWindow(File file) throws IOException {
    this.file = new RandomAccessFile(file, "r");
    this.length = this.file.length();
  }

  /** Of the file when it was opened, in bytes. */
  long length() {
    return length;
  }

  /** Whether the file is still as long as it was when it was opened. */
  boolean hasItsLength() throws IOException {
    return file.length() == length;
  }

  /** What {@link #find} returns is an index of this; another array after the next {@link #find}. */
  byte[] bytes() {
    return bytes;
  }

  /**
   * Where the byte at {@code offset} of the file is in {@link #bytes}, with at least {@code needed}
   * bytes from there on; all of them must be in the file. Moves the window if they are not in it.
   *
   * @throws EOFException if the file has become shorter
   */
  int find(long offset, int needed) throws IOException {
    if (offset < start || offset + needed > start + size) {
      load(offset, needed);
    }
    return (int) (offset - start);
  }

  /** How many bytes of the file are in the window from {@code index} on. */
  int sizeFrom(int index) {
    return size - index;
  }

  private void load(long offset, int needed) throws IOException {
    boolean onwards = size > 0 && offset >= start && offset <= start + size;
    int wanted = onwards ? Math.min(2 * bytes.length, LARGEST_BYTES) : SMALLEST_BYTES;
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
