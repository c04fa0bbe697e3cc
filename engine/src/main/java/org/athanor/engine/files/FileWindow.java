// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;

/**
 * The part of a file in a file system that is in memory. It grows up to {@value #MAX_BYTES} bytes
 * while the file is read sequentially, and is small for random access. Not thread-safe.
 */
final class FileWindow implements Window {
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

  @Override
  public long length() {
    return length;
  }

  @Override
  public boolean hasItsLength() throws IOException {
    return file.length() == length;
  }

  @Override
  public byte[] bytes() {
    return bytes;
  }

  @Override
  public int find(long offset, int needed) throws IOException {
    if (offset < start || offset + needed > start + size) {
      load(offset, needed);
    }
    return (int) (offset - start);
  }

  @Override
  public int sizeFrom(int index) {
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
