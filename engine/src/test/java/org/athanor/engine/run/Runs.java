// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.util.QuickSort;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.order.KeyOrder;
import org.athanor.engine.sort.RecordArena;
import org.athanor.engine.sort.SortBuffer;
import org.athanor.engine.testing.RawRecord;

/** Writes and reads runs of {@link RawRecord}s, for the tests of this package and of merging. */
public final class Runs {
  public static final int BUFFER_BYTES = 4096;

  private static final int LARGE_ONE_IN = 60;

  private Runs() {}

  public static KeyOrder order() {
    return KeyOrder.of(BytesWritable.class, WritableComparator.get(BytesWritable.class));
  }

  /**
   * Returns random records, sorted by partition and key: most are small, some as large as a buffer,
   * some larger.
   */
  public static List<RawRecord> sorted(Random random, int n, int partitions) {
    List<RawRecord> records = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      boolean jumbo = random.nextInt(LARGE_ONE_IN) == 0;
      records.add(RawRecord.random(random, partitions, 6, jumbo ? 2 * BUFFER_BYTES : 200));
    }
    records.sort(
        Comparator.comparingInt(RawRecord::partition).thenComparing(RawRecord::compareKey));
    return records;
  }

  /** Writes records that are sorted by partition. */
  public static Run write(
      int mapIndex, List<RawRecord> records, int partitions, BufferPool pool, SpillFile spill)
      throws IOException {
    try (RunWriter writer =
        new RunWriter(mapIndex, partitions, pool, spill, new byte[pool.bufferBytes()])) {
      writeAll(records, writer);
      return writer.finish();
    }
  }

  /**
   * Makes an indexed run of records that are sorted by partition and key. If there are too few or
   * the pool has no room, writes them instead.
   */
  public static Run indexed(
      int mapIndex, List<RawRecord> records, int partitions, BufferPool pool, SpillFile spill)
      throws IOException {
    BufferPool collecting = new BufferPool(10_000, BUFFER_BYTES);
    SortBuffer buffer = new SortBuffer(new RecordArena(collecting), records.size());
    buffer.begin(partitions, false);
    RecordArena arena = buffer.arena();
    for (RawRecord record : records) {
      byte[] key = record.key();
      byte[] value = record.value();
      arena.beginRecord();
      arena.write(key, 0, key.length);
      arena.write(value, 0, value.length);
      int location = arena.endRecord(key.length, value.length);
      buffer.add(
          record.partition(),
          order().prefix(key, 0, key.length),
          location,
          key.length,
          value.length);
    }
    buffer.sort(order(), new QuickSort(), 0);
    Run kept = buffer.toRun(mapIndex, order(), pool);
    buffer.clear();
    assertThat(collecting.lent()).isZero();
    return kept != null ? kept : write(mapIndex, records, partitions, pool, spill);
  }

  static void writeAll(List<RawRecord> records, RunWriter writer) throws IOException {
    int partition = -1;
    for (RawRecord record : records) {
      if (record.partition() != partition) {
        partition = record.partition();
        writer.startPartition(partition);
      }
      writer.append(record.block(), 0);
    }
  }

  public static RawRecord current(RunCursor cursor, int partition) {
    int keyLength = RecordLayout.keyLength(cursor.data, cursor.record);
    int key = cursor.record + RecordLayout.HEADER;
    return RawRecord.copyOf(
        partition,
        cursor.data,
        key,
        keyLength,
        key + keyLength,
        RecordLayout.valueLength(cursor.data, cursor.record));
  }

  public static RunCursor cursor(Run run, int partition) {
    return run.cursor(partition, order(), new byte[BUFFER_BYTES]);
  }

  public static List<RawRecord> read(Run run, int partition) throws IOException {
    List<RawRecord> records = new ArrayList<>();
    RunCursor cursor = cursor(run, partition);
    while (cursor.next()) {
      records.add(current(cursor, partition));
    }
    return records;
  }

  public static List<RawRecord> read(Run run) throws IOException {
    List<RawRecord> records = new ArrayList<>();
    for (int p = 0; p < run.partitions(); p++) {
      records.addAll(read(run, p));
    }
    return records;
  }
}
