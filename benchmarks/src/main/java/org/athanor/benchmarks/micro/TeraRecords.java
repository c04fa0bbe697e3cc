// SPDX-License-Identifier: Apache-2.0
package org.athanor.benchmarks.micro;

import java.io.DataOutputStream;
import java.io.IOException;
import java.util.SplittableRandom;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.util.QuickSort;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.order.KeyOrder;
import org.athanor.engine.sort.RecordArena;
import org.athanor.engine.sort.SortBuffer;

/** Shared by all benchmarks: random records, and parts of the engine that hold them. One thread. */
final class TeraRecords {
  static final int KEY_BYTES = 10;
  static final int VALUE_BYTES = 90;
  static final int RECORD_BYTES = KEY_BYTES + VALUE_BYTES;
  static final int PARTITIONS = 2;
  static final int BUFFER_BYTES = 1 << 18;

  /** Hadoop's 80 % of 100 MB. */
  private static final long HADOOP_SORT_BYTES = 80L << 20;

  private final byte[][] keys;
  private final Text key = new Text();
  private final Text value = new Text(new byte[VALUE_BYTES]);

  TeraRecords(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    keys = new byte[count][KEY_BYTES];
    for (byte[] bytes : keys) {
      random.nextBytes(bytes);
    }
  }

  /** Text's order by a comparator that the engine does not know. */
  private static final class Opaque extends Text.Comparator {}

  /**
   * Returns the order of the keys.
   *
   * @param by {@code prefix}: Text's own comparator; {@code comparator}: a subclass, so no prefix
   *     is used
   */
  static KeyOrder order(String by) {
    return KeyOrder.of(Text.class, by.equals("prefix") ? new Text.Comparator() : new Opaque());
  }

  /** A pool that holds {@code count} records and their copies. */
  static BufferPool poolFor(int count) {
    long buffers = 3L * count * (RECORD_BYTES + 16) / BUFFER_BYTES + 16;
    return new BufferPool((int) buffers, BUFFER_BYTES);
  }

  int count() {
    return keys.length;
  }

  Text key(int i) {
    key.set(keys[i], 0, KEY_BYTES);
    return key;
  }

  Text value() {
    return value;
  }

  /** As TeraSort's total order does with two reduces: the upper half goes to the second. */
  static int partition(Text key) {
    return key.getBytes()[0] < 0 ? 1 : 0;
  }

  /** Serializes all records into the emptied buffer, each with partition and prefix. */
  void fill(SortBuffer buffer, KeyOrder order) throws IOException {
    buffer.begin(PARTITIONS, false);
    RecordArena arena = buffer.arena();
    DataOutputStream out = new DataOutputStream(arena);
    for (int i = 0; i < keys.length; i++) {
      Text nextKey = key(i);
      arena.beginRecord();
      nextKey.write(out);
      int keyLength = arena.written();
      value.write(out);
      int valueLength = arena.written() - keyLength;
      long prefix = order.prefix(arena.currentArray(), arena.keyOffset(), keyLength);
      int location = arena.endRecord(keyLength, valueLength);
      buffer.add(partition(nextKey), prefix, location, keyLength, valueLength);
    }
  }

  static void sort(SortBuffer buffer, KeyOrder order) {
    buffer.sort(order, new QuickSort(), HADOOP_SORT_BYTES);
  }
}
