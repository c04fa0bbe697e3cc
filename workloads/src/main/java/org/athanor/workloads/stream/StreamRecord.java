// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.stream;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The layout of a record of 80 bytes, all values big-endian:
 *
 * <pre>
 * 0            8          16            24     72            80
 * +------------+----------+-------------+-- … --+-------------+
 * | scheduled  | number   | dimension 0 |       | dimension 7 |
 * +------------+----------+-------------+-- … --+-------------+
 * </pre>
 *
 * <p>{@code scheduled} is the time at which the record should be sent, in nanoseconds since 1970;
 * {@code number} is unique in a stream. The dimensions are whole numbers from −2³¹ to 2³¹ − 1, so
 * sums of up to 4 × 10⁹ of them are exact in a {@code long}. They depend on seed, number and
 * dimension only.
 */
public final class StreamRecord {
  /** Bytes of a record. */
  public static final int BYTES = 80;

  /** Values of a record. */
  public static final int DIMENSIONS = 8;

  private static final int SCHEDULED = 0;
  private static final int NUMBER = 8;
  private static final int VALUES = 16;
  private static final long GAMMA = 0x9E3779B97F4A7C15L;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private StreamRecord() {}

  /** Makes a record. */
  static byte[] of(long seed, long number, long scheduledEpochNanos) {
    byte[] record = new byte[BYTES];
    LONG.set(record, SCHEDULED, scheduledEpochNanos);
    LONG.set(record, NUMBER, number);
    for (int dimension = 0; dimension < DIMENSIONS; dimension++) {
      LONG.set(record, VALUES + Long.BYTES * dimension, value(seed, number, dimension));
    }
    return record;
  }

  /** The value of a dimension of the record with a number. */
  static long value(long seed, long number, int dimension) {
    return (int) (mix(mix(seed + GAMMA) + (number * DIMENSIONS + dimension) * GAMMA) >>> 32);
  }

  /** The finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /**
   * Reads a dimension of a record.
   *
   * @throws IllegalArgumentException if it has another length
   */
  public static long dimension(byte[] record, int dimension) {
    if (record.length != BYTES) {
      throw new IllegalArgumentException(
          "a record has " + record.length + " bytes; must be " + BYTES);
    }
    return (long) LONG.get(record, VALUES + Long.BYTES * dimension);
  }
}
