// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import java.io.Closeable;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32;

/**
 * The checksum file that Hadoop writes beside a local file: {@code crc\0}, the number of bytes in a
 * chunk, and a CRC-32 for each chunk of the file. Not thread-safe.
 */
final class ChecksumFile implements Closeable {
  static final int HEADER_BYTES = 8;
  static final int SUM_BYTES = 4;
  static final byte[] VERSION = {'c', 'r', 'c', 0};

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private final Window file;
  private final int chunkBytes;
  private final CRC32 crc = new CRC32();

  /**
   * @param file its bytes; closed with this object, and if this constructor throws
   */
  ChecksumFile(Window file) throws IOException {
    this.file = file;
    try {
      this.chunkBytes = this.file.length() < HEADER_BYTES ? 0 : chunkBytesInHeader();
    } catch (IOException e) {
      this.file.close();
      throw e;
    }
  }

  private int chunkBytesInHeader() throws IOException {
    int at = file.find(0, HEADER_BYTES);
    boolean known = (int) INT.get(file.bytes(), at) == (int) INT.get(VERSION, 0);
    return known ? (int) INT.get(file.bytes(), at + VERSION.length) : 0;
  }

  /** Returns the number of bytes in a chunk; meaningful only if {@link #isFor} returned true. */
  int chunkBytes() {
    return chunkBytes;
  }

  /** Returns whether this is a valid checksum file for a file of {@code fileBytes}. */
  boolean isFor(long fileBytes) {
    if (chunkBytes <= 0 || chunkBytes > FileWindow.MAX_BYTES) {
      return false;
    }
    long chunks = (fileBytes + chunkBytes - 1) / chunkBytes;
    return file.length() == HEADER_BYTES + SUM_BYTES * chunks;
  }

  /** Returns the length of the checksum file, in bytes. */
  long length() {
    return file.length();
  }

  /**
   * Returns the position in this file of the checksum for the chunk that contains {@code offset}.
   */
  long position(long offset) {
    return HEADER_BYTES + SUM_BYTES * (offset / chunkBytes);
  }

  /**
   * Returns whether {@code length} bytes of {@code bytes}, from {@code index} on, agree with the
   * checksums of the file from {@code offset} on.
   *
   * @param offset the start of a chunk
   * @param length a multiple of the chunk's size, or less at the end of the file
   */
  boolean agrees(long offset, byte[] bytes, int index, int length) throws IOException {
    for (int done = 0; done < length; done += chunkBytes) {
      crc.reset();
      crc.update(bytes, index + done, Math.min(chunkBytes, length - done));
      int at = file.find(position(offset + done), SUM_BYTES);
      if ((int) crc.getValue() != (int) INT.get(file.bytes(), at)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
