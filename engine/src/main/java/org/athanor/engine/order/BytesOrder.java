// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.order;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.hadoop.io.WritableUtils;

/**
 * Unsigned lexicographic order of the bytes after a length header: {@code Text} (variable-length
 * header) and {@code BytesWritable} (4 bytes).
 *
 * <p>A prefix has the next 7 bytes, zero-padded, then the number of remaining bytes, at most 8.
 * Equal prefixes whose last byte is below 8 belong to equal keys. The number distinguishes a short
 * key from the same key followed by zero bytes.
 */
final class BytesOrder extends KeyOrder {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final int BYTES_IN_PREFIX = 7;
  private static final int LONGER = BYTES_IN_PREFIX + 1;

  /** Bytes of the header, or 0 for a variable-length integer. */
  private final int fixedHeader;

  private BytesOrder(int fixedHeader) {
    this.fixedHeader = fixedHeader;
  }

  static BytesOrder afterVariableLength() {
    return new BytesOrder(0);
  }

  static BytesOrder afterFourBytes() {
    return new BytesOrder(4);
  }

  private int header(byte[] data, int offset) {
    return fixedHeader != 0 ? fixedHeader : WritableUtils.decodeVIntSize(data[offset]);
  }

  @Override
  public boolean isDeep() {
    return true;
  }

  @Override
  public long prefix(byte[] data, int offset, int length) {
    return prefix(data, offset, length, 0);
  }

  @Override
  public long prefix(byte[] data, int offset, int length, int depth) {
    int before = header(data, offset) + depth * BYTES_IN_PREFIX;
    int start = offset + before;
    int bytes = length - before;
    if (bytes > BYTES_IN_PREFIX) {
      return ((long) LONG.get(data, start) & ~0xffL) | LONGER;
    }
    long prefix = 0;
    for (int i = 0; i < bytes; i++) {
      prefix |= (data[start + i] & 0xffL) << (56 - 8 * i);
    }
    return prefix | bytes;
  }

  @Override
  public boolean decides(long prefix) {
    return (prefix & 0xff) < LONGER;
  }

  @Override
  public int compare(byte[] a, int aOffset, int aLength, byte[] b, int bOffset, int bLength) {
    return Arrays.compareUnsigned(
        a,
        aOffset + header(a, aOffset),
        aOffset + aLength,
        b,
        bOffset + header(b, bOffset),
        bOffset + bLength);
  }
}
