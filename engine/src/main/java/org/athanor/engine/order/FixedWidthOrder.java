// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.order;

/**
 * The order of the numeric writables: keys of at most eight bytes that are compared by their value,
 * mapped to an unsigned number.
 */
final class FixedWidthOrder extends KeyOrder {
  /** How the bytes of a key become its unsigned rank. */
  enum Kind {
    /** Two's complement, big-endian. */
    SIGNED,
    /** As SIGNED, reversed. */
    SIGNED_DESCENDING,
    /** IEEE 754 of 4 bytes in the order of {@code Float.compare}. */
    FLOAT,
    /** IEEE 754 of 8 bytes in the order of {@code Double.compare}. */
    DOUBLE,
    /** No bytes: all keys are equal. */
    NOTHING
  }

  private final Kind kind;
  private final int width;

  FixedWidthOrder(Kind kind, int width) {
    this.kind = kind;
    this.width = width;
  }

  @Override
  public long prefix(byte[] data, int offset, int length) {
    if (kind == Kind.NOTHING) {
      return 0;
    }
    long bits = 0;
    for (int i = 0; i < width; i++) {
      bits = bits << 8 | (data[offset + i] & 0xff);
    }
    return switch (kind) {
      case SIGNED -> bits ^ signBit();
      case SIGNED_DESCENDING -> ~(bits ^ signBit()) & mask();
      case FLOAT -> ordered(canonical(Float.intBitsToFloat((int) bits))) ^ Long.MIN_VALUE;
      case DOUBLE ->
          ordered(Double.doubleToLongBits(Double.longBitsToDouble(bits))) ^ Long.MIN_VALUE;
      case NOTHING -> 0;
    };
  }

  /**
   * Converting to double preserves the order of Float.compare: -0.0 before 0.0, all NaN equal and
   * last.
   */
  private static long canonical(float value) {
    return Double.doubleToLongBits(value);
  }

  /** Maps IEEE bits to a signed number with the same order. */
  private static long ordered(long bits) {
    return bits ^ (bits >> 63 & Long.MAX_VALUE);
  }

  private long signBit() {
    return 1L << (8 * width - 1);
  }

  private long mask() {
    return width == Long.BYTES ? -1L : (1L << (8 * width)) - 1;
  }

  @Override
  public boolean decides(long prefix) {
    return true;
  }

  @Override
  public int compare(byte[] a, int aOffset, int aLength, byte[] b, int bOffset, int bLength) {
    return Long.compareUnsigned(prefix(a, aOffset, aLength), prefix(b, bOffset, bLength));
  }
}
