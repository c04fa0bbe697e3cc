// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Searches in a part of a buffer, {@code from} inclusive and {@code to} exclusive. */
final class Bytes {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long LOW_BITS = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;

  private Bytes() {}

  /** The index of a byte's first occurrence, -1 if there is none. */
  static int indexOf(byte[] buffer, int from, int to, byte wanted) {
    long eightWanted = (wanted & 0xffL) * LOW_BITS;
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      long bytes = (long) LONGS.get(buffer, i) ^ eightWanted;
      // The lowest high bit that is set belongs to the first byte that is 0.
      long zeros = (bytes - LOW_BITS) & ~bytes & HIGH_BITS;
      if (zeros != 0) {
        return i + Long.numberOfTrailingZeros(zeros) / Byte.SIZE;
      }
    }
    for (; i < to; i++) {
      if (buffer[i] == wanted) {
        return i;
      }
    }
    return -1;
  }

  /** The index of the first occurrence of some bytes, at least one; -1 if there is none. */
  static int indexOf(byte[] buffer, int from, int to, byte[] wanted) {
    int end = to - wanted.length + 1;
    int at = indexOf(buffer, from, end, wanted[0]);
    while (at >= 0 && !startsWith(buffer, at, to, wanted)) {
      at = indexOf(buffer, at + 1, end, wanted[0]);
    }
    return at;
  }

  static boolean startsWith(byte[] buffer, int from, int to, byte[] prefix) {
    if (to - from < prefix.length) {
      return false;
    }
    for (int i = 0; i < prefix.length; i++) {
      if (buffer[from + i] != prefix[i]) {
        return false;
      }
    }
    return true;
  }
}
