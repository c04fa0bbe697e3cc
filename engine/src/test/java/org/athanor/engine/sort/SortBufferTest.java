// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.sort;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.util.HeapSort;
import org.apache.hadoop.util.IndexedSortable;
import org.apache.hadoop.util.IndexedSorter;
import org.apache.hadoop.util.QuickSort;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.order.KeyOrder;
import org.athanor.engine.run.Run;
import org.athanor.engine.run.Runs;
import org.athanor.engine.run.SpillFile;
import org.athanor.engine.testing.RawRecord;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The buffer sorts records by partition and key, and leaves equal keys in the order of Hadoop's own
 * sort. The reference is that sort, applied to a list.
 */
class SortBufferTest {
  private static final int BUFFER_BYTES = 4096;
  private static final int MAX_RECORDS = 1500;

  private static final KeyOrder KNOWN =
      KeyOrder.of(BytesWritable.class, WritableComparator.get(BytesWritable.class));

  /** The same order by a comparator that the engine does not know. */
  private static final KeyOrder OPAQUE =
      KeyOrder.of(
          BytesWritable.class,
          new RawComparator<BytesWritable>() {
            private final RawComparator<?> real = WritableComparator.get(BytesWritable.class);

            @Override
            public int compare(byte[] a, int i, int m, byte[] b, int j, int n) {
              return real.compare(a, i, m, b, j, n);
            }

            @Override
            public int compare(BytesWritable a, BytesWritable b) {
              return a.compareTo(b);
            }
          });

  /** Kinds of input. */
  enum Shape {
    NOTHING,
    ONE,
    RANDOM,
    EQUAL_KEYS,
    EQUAL_RECORDS,
    SORTED,
    BACKWARDS,
    LONG_SHARED_PREFIX,
    TWO_KEYS,
    LARGE,
    ONE_HUGE,
    MANY_SMALL,
    AROUND_A_BUFFER;

    List<RawRecord> records(Random random, int partitions) {
      List<RawRecord> records = new ArrayList<>();
      int n =
          switch (this) {
            case NOTHING -> 0;
            case ONE -> 1;
            case LARGE -> 12;
            case MANY_SMALL -> 2 * MAX_RECORDS + 7;
            case AROUND_A_BUFFER -> 40;
            default -> 300;
          };
      for (int i = 0; i < n; i++) {
        records.add(record(i, random, partitions));
      }
      if (this == SORTED || this == BACKWARDS) {
        records.sort(this == SORTED ? RawRecord::compareKey : (a, b) -> b.compareKey(a));
      }
      if (this == ONE_HUGE) {
        records.add(100, RawRecord.of(0, bytes(3), bytes(10 * BUFFER_BYTES + 1)));
      }
      return records;
    }

    private RawRecord record(int i, Random random, int partitions) {
      int partition = random.nextInt(partitions);
      return switch (this) {
        case EQUAL_KEYS -> RawRecord.of(partition, bytes(9), RawRecord.letters(random, 3));
        case EQUAL_RECORDS -> RawRecord.of(partition, bytes(2), bytes(1));
        case LONG_SHARED_PREFIX -> {
          byte[] key = bytes(10 + random.nextInt(90));
          key[key.length - 1 - random.nextInt(10)] = (byte) random.nextInt();
          yield RawRecord.of(partition, key, bytes(i % 7));
        }
        case TWO_KEYS -> RawRecord.of(partition, bytes(i % 2), RawRecord.letters(random, 2));
        case LARGE ->
            RawRecord.of(
                partition,
                RawRecord.letters(random, random.nextInt(2 * BUFFER_BYTES)),
                RawRecord.letters(random, random.nextInt(5 * BUFFER_BYTES)));
        case AROUND_A_BUFFER ->
            // Header 8, key header 4: the record has the size of a buffer, or up to 3 bytes more or
            // less.
            RawRecord.of(partition, bytes(1), bytes(BUFFER_BYTES - 13 - 3 + random.nextInt(7)));
        case MANY_SMALL -> RawRecord.random(random, partitions, 2, 1);
        default -> RawRecord.random(random, partitions, 12, 30);
      };
    }

    private static byte[] bytes(int length) {
      return new byte[length];
    }
  }

  /** One configuration in which a shape is sorted. */
  private record Setup(
      Shape shape,
      int buffers,
      int partitions,
      boolean counting,
      KeyOrder order,
      boolean tiesOfHadoop) {
    @Override
    public String toString() {
      return shape
          + ", buffers="
          + buffers
          + ", partitions="
          + partitions
          + (counting ? ", counting" : "")
          + (order == OPAQUE ? ", opaque" : "")
          + (tiesOfHadoop ? "" : ", ties by arrival");
    }
  }

  static Stream<Setup> setups() {
    List<Setup> setups = new ArrayList<>();
    for (Shape shape : Shape.values()) {
      for (int buffers : new int[] {1, 2, 9, 200}) {
        for (int partitions : new int[] {1, 5}) {
          setups.add(new Setup(shape, buffers, partitions, false, KNOWN, true));
          setups.add(new Setup(shape, buffers, partitions, true, KNOWN, true));
          setups.add(new Setup(shape, buffers, partitions, false, OPAQUE, true));
          setups.add(new Setup(shape, buffers, partitions, false, KNOWN, false));
          setups.add(new Setup(shape, buffers, partitions, true, KNOWN, false));
        }
      }
    }
    return setups.stream();
  }

  @ParameterizedTest
  @MethodSource("setups")
  void givesTheOrderOfHadoopsSort(Setup setup) throws IOException {
    check(setup, new QuickSort());
  }

  @ParameterizedTest
  @EnumSource(Shape.class)
  void givesTheOrderOfAnotherSortIfTheJobSetsOne(Shape shape) throws IOException {
    check(new Setup(shape, 20, 3, false, KNOWN, true), new HeapSort());
    check(new Setup(shape, 20, 3, true, KNOWN, true), new HeapSort());
  }

  @Test
  void sortsASecondTaskLikeAFirst() throws IOException {
    BufferPool pool = new BufferPool(5, BUFFER_BYTES);
    SortBuffer buffer = new SortBuffer(new RecordArena(pool), MAX_RECORDS);
    Random random = Seeds.of("second task");
    for (Shape shape : Shape.values()) {
      for (boolean counting : new boolean[] {true, false}) {
        Setup setup = new Setup(shape, 5, 4, counting, KNOWN, true);
        run(setup, buffer, random, new QuickSort());
        assertThat(pool.lent()).as("%s", setup).isZero();
      }
    }
  }

  private static void check(Setup setup, IndexedSorter hadoopSort) throws IOException {
    BufferPool pool = new BufferPool(setup.buffers(), BUFFER_BYTES);
    SortBuffer buffer = new SortBuffer(new RecordArena(pool), MAX_RECORDS);
    run(setup, buffer, Seeds.of(setup.toString()), hadoopSort);
    assertThat(pool.lent()).isZero();
  }

  /**
   * Adds records as a map does, and compares the sorted records each time the buffer is emptied.
   */
  private static void run(Setup setup, SortBuffer buffer, Random random, IndexedSorter hadoopSort)
      throws IOException {
    buffer.begin(setup.partitions(), setup.counting());
    RecordArena arena = buffer.arena();
    List<RawRecord> waiting = new ArrayList<>();
    int taken = 0;
    List<RawRecord> records = setup.shape().records(random, setup.partitions());
    for (RawRecord record : records) {
      if (buffer.isFull()) {
        taken += empty(setup, buffer, waiting, hadoopSort);
      }
      byte[] key = record.key();
      byte[] value = record.value();
      arena.beginRecord();
      write(arena, key, random);
      assertThat(arena.written()).isEqualTo(key.length);
      write(arena, value, random);
      assertThat(arena.written()).isEqualTo(key.length + value.length);
      if (buffer.countIfKnown(
          record.partition(), arena.currentArray(), arena.keyOffset(), key.length, value.length)) {
        assertThat(waiting).contains(record);
        arena.dropRecord();
        waiting.add(record);
        continue;
      }
      long prefix = setup.order().prefix(arena.currentArray(), arena.keyOffset(), key.length);
      int location = arena.endRecord(key.length, value.length);
      if (location == RecordArena.WAITING) {
        taken += empty(setup, buffer, waiting, hadoopSort);
        location = arena.placeWaiting();
      }
      buffer.add(record.partition(), prefix, location, key.length, value.length);
      waiting.add(record);
    }
    taken += empty(setup, buffer, waiting, hadoopSort);
    assertThat(taken).isEqualTo(records.size());
  }

  /** Writes in pieces, through all methods of the stream. */
  private static void write(RecordArena arena, byte[] bytes, Random random) throws IOException {
    int i = 0;
    while (i < bytes.length) {
      int n = Math.min(bytes.length - i, 1 + random.nextInt(random.nextBoolean() ? 9 : 3000));
      if (n == 1) {
        arena.write(bytes[i]);
      } else if (n == 4) {
        arena.writeInt(java.nio.ByteBuffer.wrap(bytes).getInt(i));
      } else {
        arena.write(bytes, i, n);
      }
      i += n;
    }
  }

  private static int empty(
      Setup setup, SortBuffer buffer, List<RawRecord> expected, IndexedSorter hadoopSort)
      throws IOException {
    buffer.sort(setup.order(), hadoopSort, setup.tiesOfHadoop() ? Long.MAX_VALUE : 0);
    List<RawRecord> actual = new ArrayList<>();
    for (int p = 0; p < setup.partitions(); p++) {
      SortedPartition partition = new SortedPartition(buffer, p);
      RawRecord previous = null;
      boolean available = partition.isNextAvailable();
      while (partition.next()) {
        RawRecord record =
            RawRecord.copyOf(
                p,
                partition.data(),
                partition.keyOffset(),
                partition.keyLength(),
                partition.valueOffset(),
                partition.valueLength());
        if (partition.isRepeated()) {
          assertThat(record).isEqualTo(previous);
        }
        actual.add(record);
        previous = record;
        available = partition.isNextAvailable();
      }
      assertThat(available).isFalse();
    }
    RawRecord.assertSame(actual, reference(setup, expected, hadoopSort), setup.toString());
    if (!setup.counting()) {
      checkKept(setup, buffer, actual);
    }
    int n = expected.size();
    expected.clear();
    buffer.clear();
    return n;
  }

  /** If there is enough memory, the buffer turned into a run has the same records. */
  private static void checkKept(Setup setup, SortBuffer buffer, List<RawRecord> sorted)
      throws IOException {
    BufferPool small = new BufferPool(2, BUFFER_BYTES);
    BufferPool large = new BufferPool(1000, BUFFER_BYTES);
    Run kept = buffer.toRun(7, setup.order(), small);
    if (kept == null) {
      assertThat(small.lent()).as("%s: after a failed attempt", setup).isZero();
      kept = buffer.toRun(7, setup.order(), large);
    }
    if (kept == null) {
      int bytes = sorted.stream().mapToInt(record -> record.block().length).sum();
      assertThat(bytes <= BUFFER_BYTES || sorted.size() == 1).as("%s, %s", setup, bytes).isTrue();
      return;
    }
    assertThat(kept.mapIndex()).isEqualTo(7);
    assertThat(kept.partitions()).isEqualTo(setup.partitions());
    assertThat(kept.hasBlocksOnDisk()).isFalse();
    RawRecord.assertSame(Runs.read(kept), sorted, setup + ", kept");
    try (SpillFile none = new SpillFile(Path.of("never-written"))) {
      Run written =
          Runs.write(7, sorted, setup.partitions(), new BufferPool(1000, BUFFER_BYTES), none);
      for (int p = 0; p < setup.partitions(); p++) {
        assertThat(kept.records(p)).isEqualTo(written.records(p));
        assertThat(kept.hadoopBytes(p)).isEqualTo(written.hadoopBytes(p));
      }
    }
    kept.release();
    kept.release();
    assertThat(small.lent() + large.lent()).isZero();
  }

  private static final Comparator<RawRecord> BY_PARTITION_AND_KEY =
      Comparator.comparingInt(RawRecord::partition).thenComparing(RawRecord::compareKey);

  private static List<RawRecord> reference(
      Setup setup, List<RawRecord> records, IndexedSorter hadoopSort) {
    boolean sequenceIsKept = !setup.counting() || records.size() <= MAX_RECORDS;
    if (setup.tiesOfHadoop() && sequenceIsKept) {
      return asHadoop(records, hadoopSort);
    }
    return setup.counting() ? byFirstArrival(records) : byArrival(records);
  }

  /** Moves equal records to the position of the first of them. */
  private static List<RawRecord> byFirstArrival(List<RawRecord> records) {
    Map<RawRecord, Integer> first = new HashMap<>();
    for (int i = 0; i < records.size(); i++) {
      first.putIfAbsent(records.get(i), i);
    }
    List<RawRecord> sorted = new ArrayList<>(records);
    sorted.sort(BY_PARTITION_AND_KEY.thenComparing(first::get));
    return sorted;
  }

  private static List<RawRecord> byArrival(List<RawRecord> records) {
    List<RawRecord> sorted = new ArrayList<>(records);
    sorted.sort(BY_PARTITION_AND_KEY);
    return sorted;
  }

  /**
   * Sorts as MapTask.MapOutputBuffer does: its metadata grow downwards, so the last record comes
   * first.
   */
  private static List<RawRecord> asHadoop(List<RawRecord> records, IndexedSorter hadoopSort) {
    List<RawRecord> sorted = new ArrayList<>(records);
    if (sorted.isEmpty()) {
      return sorted;
    }
    java.util.Collections.reverse(sorted);
    hadoopSort.sort(
        new IndexedSortable() {
          @Override
          public int compare(int i, int j) {
            return BY_PARTITION_AND_KEY.compare(sorted.get(i), sorted.get(j));
          }

          @Override
          public void swap(int i, int j) {
            java.util.Collections.swap(sorted, i, j);
          }
        },
        0,
        sorted.size());
    return sorted;
  }

  @Test
  void rereadsAPartitionFromAnyMark() throws IOException {
    BufferPool pool = new BufferPool(50, BUFFER_BYTES);
    SortBuffer buffer = new SortBuffer(new RecordArena(pool), MAX_RECORDS);
    Random random = Seeds.of("marks");
    for (boolean counting : new boolean[] {false, true}) {
      buffer.begin(1, counting);
      for (RawRecord record : Shape.TWO_KEYS.records(random, 1)) {
        add(buffer, record);
      }
      buffer.sort(KNOWN, new QuickSort(), 0);
      List<RawRecord> all = readAll(new SortedPartition(buffer, 0));
      assertThat(all).hasSize(300);
      for (int round = 0; round < 50; round++) {
        int mark = 1 + random.nextInt(300);
        int further = random.nextInt(302 - mark);
        SortedPartition partition = new SortedPartition(buffer, 0);
        for (int i = 0; i < mark; i++) {
          partition.next();
        }
        partition.mark();
        for (int i = 0; i < further; i++) {
          partition.next();
        }
        partition.rewind();
        assertThat(current(partition)).isEqualTo(all.get(mark - 1));
        assertThat(partition.isRepeated()).isFalse();
        assertThat(readAll(partition)).isEqualTo(all.subList(mark, 300));
      }
    }
  }

  private static void add(SortBuffer buffer, RawRecord record) throws IOException {
    RecordArena arena = buffer.arena();
    byte[] key = record.key();
    byte[] value = record.value();
    arena.beginRecord();
    arena.write(key, 0, key.length);
    arena.write(value, 0, value.length);
    if (buffer.countIfKnown(
        record.partition(), arena.currentArray(), arena.keyOffset(), key.length, value.length)) {
      arena.dropRecord();
      return;
    }
    long prefix = KNOWN.prefix(arena.currentArray(), arena.keyOffset(), key.length);
    buffer.add(
        record.partition(),
        prefix,
        arena.endRecord(key.length, value.length),
        key.length,
        value.length);
  }

  private static RawRecord current(SortedPartition partition) {
    return RawRecord.copyOf(
        0,
        partition.data(),
        partition.keyOffset(),
        partition.keyLength(),
        partition.valueOffset(),
        partition.valueLength());
  }

  private static List<RawRecord> readAll(SortedPartition partition) {
    List<RawRecord> records = new ArrayList<>();
    while (partition.next()) {
      records.add(current(partition));
    }
    return records;
  }
}
