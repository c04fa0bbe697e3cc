// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Locale;

/**
 * Number of records and sum, modulo 2¹²⁸, of their 128-bit hashes. The digest is equal for the same
 * records in any order. For other records it differs, with an error probability of about 2⁻¹²⁸: a
 * missing, additional or changed record is detected. Not secure against constructed collisions. Not
 * thread-safe.
 */
final class MultisetDigest {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long K1 = 0x9E3779B97F4A7C15L;
  private static final long K2 = 0xC2B2AE3D27D4EB4FL;

  private long records;
  private long high;
  private long low;

  /** Hash of the parts of the current record so far, first half. */
  private long first;

  private long second;

  void begin() {
    first = K2;
    second = K1;
  }

  /**
   * Adds a part to the record. The hash includes its length, so that different divisions into parts
   * differ.
   */
  void part(byte[] bytes, int offset, int length) {
    long a = first ^ length;
    long b = second + length;
    int i = offset;
    int end = offset + length;
    for (; i + 8 <= end; i += 8) {
      long word = (long) LONG.get(bytes, i);
      a = mix(a ^ word, K1);
      b = mix(b + word, K2);
    }
    long tail = 0;
    for (int shift = 0; i < end; i++, shift += 8) {
      tail |= (bytes[i] & 0xFFL) << shift;
    }
    first = mix(a ^ tail, K2);
    second = mix(b + tail, K1);
  }

  void end() {
    records++;
    long oldLow = low;
    low += finish(second ^ Long.rotateLeft(first, 32));
    high += finish(first + second) + (Long.compareUnsigned(low, oldLow) < 0 ? 1 : 0);
  }

  /** Adds a record that has one part. */
  void add(byte[] bytes, int length) {
    begin();
    part(bytes, 0, length);
    end();
  }

  void add(MultisetDigest other) {
    records += other.records;
    long oldLow = low;
    low += other.low;
    high += other.high + (Long.compareUnsigned(low, oldLow) < 0 ? 1 : 0);
  }

  /** Maps {@code value} by a bijection, so that different values stay different. */
  private static long mix(long value, long odd) {
    long product = value * odd;
    return product ^ (product >>> 29);
  }

  private static long finish(long value) {
    long z = (value ^ (value >>> 33)) * 0xFF51AFD7ED558CCDL;
    z = (z ^ (z >>> 33)) * 0xC4CEB9FE1A85EC53L;
    return z ^ (z >>> 33);
  }

  long records() {
    return records;
  }

  /**
   * Compares with the digest that an output must have.
   *
   * @param what the records are, for the message
   */
  void mustBe(String expected, String what) throws WrongOutputException {
    if (expected.equals(toString())) {
      return;
    }
    String count = expected.substring(0, expected.indexOf(' '));
    boolean asMany = count.equals(Long.toString(records));
    throw new WrongOutputException(
        "the output has "
            + records
            + " "
            + what
            + (asMany ? ", as it must, but not the right ones" : "; must have " + count));
  }

  /** Returns the number of records and 32 hexadecimal digits. */
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%d %016x%016x", records, high, low);
  }
}
