// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.io.WritableComparator;

/**
 * A record as bytes, for the reference implementations of the tests. Its key is a {@code
 * BytesWritable}: four bytes of length, then the bytes that are compared.
 */
public final class RawRecord {
  private static final int KEY_HEADER = 4;

  private final int partition;
  private final byte[] key;
  private final byte[] value;

  private RawRecord(int partition, byte[] key, byte[] value) {
    this.partition = partition;
    this.key = key;
    this.value = value;
  }

  public static RawRecord of(int partition, byte[] keyBytes, byte[] value) {
    byte[] key =
        ByteBuffer.allocate(KEY_HEADER + keyBytes.length)
            .putInt(keyBytes.length)
            .put(keyBytes)
            .array();
    return new RawRecord(partition, key, value);
  }

  /** Returns a random record; key and value each have a maximum size and a small alphabet. */
  public static RawRecord random(Random random, int partitions, int maxKey, int maxValue) {
    return of(
        random.nextInt(partitions),
        letters(random, random.nextInt(maxKey + 1)),
        letters(random, random.nextInt(maxValue + 1)));
  }

  /** Returns random bytes from an alphabet of three. */
  public static byte[] letters(Random random, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) random.nextInt(3);
    }
    return bytes;
  }

  /** Returns a copy of a record in an array. */
  public static RawRecord copyOf(
      int partition, byte[] data, int keyOffset, int keyLength, int valueOffset, int valueLength) {
    return new RawRecord(
        partition,
        Arrays.copyOfRange(data, keyOffset, keyOffset + keyLength),
        Arrays.copyOfRange(data, valueOffset, valueOffset + valueLength));
  }

  public int partition() {
    return partition;
  }

  /** Returns the serialized key. */
  public byte[] key() {
    return key.clone();
  }

  /** Returns the serialized value. */
  public byte[] value() {
    return value.clone();
  }

  /** Returns header, key and value, as in a block of a run. */
  public byte[] block() {
    return ByteBuffer.allocate(8 + key.length + value.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(key.length)
        .putInt(value.length)
        .put(key)
        .put(value)
        .array();
  }

  /** The order of keys, the same as that of {@code BytesWritable}'s comparator. */
  public int compareKey(RawRecord other) {
    return WritableComparator.compareBytes(
        key,
        KEY_HEADER,
        key.length - KEY_HEADER,
        other.key,
        KEY_HEADER,
        other.key.length - KEY_HEADER);
  }

  /** Asserts that both lists are equal; the message names the first difference. */
  public static void assertSame(List<RawRecord> actual, List<RawRecord> expected, String what) {
    int common = Math.min(actual.size(), expected.size());
    for (int i = 0; i < common; i++) {
      assertThat(actual.get(i)).as("%s: record %d", what, i).isEqualTo(expected.get(i));
    }
    assertThat(actual.size()).as("%s: number of records", what).isEqualTo(expected.size());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RawRecord that
        && partition == that.partition
        && Arrays.equals(key, that.key)
        && Arrays.equals(value, that.value);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(key) + Arrays.hashCode(value);
  }

  @Override
  public String toString() {
    HexFormat hex = HexFormat.of();
    return partition + ":" + brief(hex.formatHex(key)) + "=" + brief(hex.formatHex(value));
  }

  private static String brief(String text) {
    return text.length() <= 40 ? text : text.substring(0, 40) + "…(" + text.length() / 2 + ")";
  }
}
