// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Buffers records before they are written to a file. A record of up to 64 KiB is as a whole in
 * {@link #bytes} until {@link #endRecord}. Not thread-safe.
 */
final class RecordBuffer {
  private static final int FLUSH = 1 << 20;
  private static final int LONGEST_RECORD = 1 << 16;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final OutputStream out;
  private long flushed;

  /** The record's bytes, from {@code position} on. */
  final byte[] bytes = new byte[FLUSH + LONGEST_RECORD];

  int position;

  RecordBuffer(OutputStream out) {
    this.out = out;
  }

  /** Returns the number of bytes so far. */
  long length() {
    return flushed + position;
  }

  void endRecord() throws IOException {
    if (position >= FLUSH) {
      flush();
    }
  }

  void flush() throws IOException {
    out.write(bytes, 0, position);
    flushed += position;
    position = 0;
  }

  void put(byte value) {
    bytes[position++] = value;
  }

  void put(byte[] values) {
    System.arraycopy(values, 0, bytes, position, values.length);
    position += values.length;
  }

  /** Appends a text in ASCII. */
  void putText(String text) {
    for (int i = 0; i < text.length(); i++) {
      bytes[position++] = (byte) text.charAt(i);
    }
  }

  /** Appends the lowest {@code count} bytes of {@code values}, lowest first. Overwrites 8 bytes. */
  void putBytes(long values, int count) {
    LONG.set(bytes, position, values);
    position += count;
  }

  void putInt(int at, int value) {
    bytes[at] = (byte) (value >>> 24);
    bytes[at + 1] = (byte) (value >>> 16);
    bytes[at + 2] = (byte) (value >>> 8);
    bytes[at + 3] = (byte) value;
  }

  /** Appends a non-negative number in decimal digits. */
  void putDecimal(long value) {
    int length = digits(value);
    int at = position + length;
    position = at;
    long rest = value;
    do {
      long quotient = rest / 10;
      bytes[--at] = (byte) ('0' + (rest - quotient * 10));
      rest = quotient;
    } while (rest != 0);
  }

  static int digits(long value) {
    int length = 1;
    for (long bound = 10; length < 19 && value >= bound; bound *= 10) {
      length++;
    }
    return length;
  }

  /** Appends a number with four decimals, given in units of 1/10,000. */
  void putFixed(long tenThousandths) {
    long value = tenThousandths;
    if (value < 0) {
      put((byte) '-');
      value = -value;
    }
    putDecimal(value / 10_000);
    put((byte) '.');
    int fraction = (int) (value % 10_000);
    put((byte) ('0' + fraction / 1000));
    put((byte) ('0' + fraction / 100 % 10));
    put((byte) ('0' + fraction / 10 % 10));
    put((byte) ('0' + fraction % 10));
  }
}
