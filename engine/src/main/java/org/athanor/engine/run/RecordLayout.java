// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Layout of a record in a block and of a block's header in a spill file; see the package
 * description.
 */
public final class RecordLayout {
  public static final int KEY_LENGTH = 0;
  public static final int VALUE_LENGTH = 4;
  public static final int HEADER = 8;

  static final int BLOCK_LENGTH = 0;
  static final int BLOCK_CHECKSUM = 4;
  static final int BLOCK_HEADER = 8;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private RecordLayout() {}

  public static int keyLength(byte[] block, int record) {
    return (int) INT.get(block, record + KEY_LENGTH);
  }

  public static int valueLength(byte[] block, int record) {
    return (int) INT.get(block, record + VALUE_LENGTH);
  }

  /**
   * Returns the bytes of the whole record, header included. Uses plain arithmetic instead of a
   * {@link VarHandle}: until the JIT has optimised the caller, each call of a VarHandle updates
   * profiling counters that all threads share. These updates took a third of the time at the start
   * of the reduces.
   */
  public static int length(byte[] block, int record) {
    int keyLength =
        (block[record + KEY_LENGTH] & 0xFF)
            | (block[record + KEY_LENGTH + 1] & 0xFF) << 8
            | (block[record + KEY_LENGTH + 2] & 0xFF) << 16
            | block[record + KEY_LENGTH + 3] << 24;
    int valueLength =
        (block[record + VALUE_LENGTH] & 0xFF)
            | (block[record + VALUE_LENGTH + 1] & 0xFF) << 8
            | (block[record + VALUE_LENGTH + 2] & 0xFF) << 16
            | block[record + VALUE_LENGTH + 3] << 24;
    return HEADER + keyLength + valueLength;
  }

  public static void setLengths(byte[] block, int record, int keyLength, int valueLength) {
    INT.set(block, record + KEY_LENGTH, keyLength);
    INT.set(block, record + VALUE_LENGTH, valueLength);
  }

  static int getInt(byte[] bytes, int offset) {
    return (int) INT.get(bytes, offset);
  }

  static void setInt(byte[] bytes, int offset, int value) {
    INT.set(bytes, offset, value);
  }

  /**
   * Returns the bytes of a record in Hadoop's intermediate format: both lengths as variable-length
   * integers, key, value. The counters of materialized and shuffled bytes use this size, and Hadoop
   * orders segments by it.
   */
  public static long hadoopBytes(int keyLength, int valueLength) {
    return (long) variableLengthBytes(keyLength)
        + variableLengthBytes(valueLength)
        + keyLength
        + valueLength;
  }

  private static int variableLengthBytes(int length) {
    if (length <= 127) {
      return 1;
    }
    return 1 + (39 - Integer.numberOfLeadingZeros(length)) / 8;
  }
}
