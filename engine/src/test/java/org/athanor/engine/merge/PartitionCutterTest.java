// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.RawComparator;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.failure.AttemptStoppedException;
import org.athanor.engine.order.KeyOrder;
import org.athanor.engine.run.Run;
import org.athanor.engine.run.Runs;
import org.athanor.engine.run.SpillFile;
import org.athanor.engine.testing.RawRecord;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The slices of a partition, one after the other, are the partition, however they are cut. */
class PartitionCutterTest {
  @TempDir Path directory;
  private SpillFile spill;

  @BeforeEach
  void openSpillFile() {
    spill = new SpillFile(directory.resolve("spill"));
  }

  @AfterEach
  void closeSpillFile() throws IOException {
    spill.close();
  }

  /** Groups keys by their first byte, if they have one. */
  private static final class ByFirstByte implements RawComparator<BytesWritable> {
    @Override
    public int compare(byte[] a, int i, int m, byte[] b, int j, int n) {
      // A serialized BytesWritable begins with its length.
      int first = m > Integer.BYTES ? a[i + Integer.BYTES] & 0xFF : -1;
      int second = n > Integer.BYTES ? b[j + Integer.BYTES] & 0xFF : -1;
      return Integer.compare(first, second);
    }

    @Override
    public int compare(BytesWritable a, BytesWritable b) {
      int first = a.getLength() > 0 ? a.getBytes()[0] & 0xFF : -1;
      int second = b.getLength() > 0 ? b.getBytes()[0] & 0xFF : -1;
      return Integer.compare(first, second);
    }
  }

  private static List<RawRecord> few(Random random, int n) {
    List<RawRecord> records = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      byte[] content = new byte[random.nextInt(3)];
      for (int k = 0; k < content.length; k++) {
        content[k] = (byte) random.nextInt(4);
      }
      records.add(RawRecord.of(0, content, RawRecord.letters(random, random.nextInt(40))));
    }
    records.sort(RawRecord::compareKey);
    return records;
  }

  private static byte[] buffer() {
    return new byte[Runs.BUFFER_BYTES];
  }

  private static KeyOrder grouping(boolean byFirstByte) {
    return byFirstByte ? KeyOrder.of(BytesWritable.class, new ByFirstByte()) : Runs.order();
  }

  private static RawRecord current(RecordSource at) {
    return RawRecord.copyOf(
        0, at.data(), at.keyOffset(), at.keyLength(), at.valueOffset(), at.valueLength());
  }

  private static List<RawRecord> read(MergedPartition merged) throws IOException {
    List<RawRecord> records = new ArrayList<>();
    while (merged.next()) {
      records.add(current(merged));
    }
    return records;
  }

  private static List<PartitionSlice> slices(
      List<Run> runs, Optional<KeyOrder> grouping, int slices) throws IOException {
    PartitionCutter cutter =
        new PartitionCutter(runs, 0, Runs.order(), grouping, slices, PartitionCutterTest::buffer);
    List<PartitionSlice> all = new ArrayList<>();
    Optional<PartitionSlice> next = cutter.next(() -> {});
    while (next.isPresent()) {
      all.add(next.get());
      next = cutter.next(() -> {});
    }
    assertThat(cutter.next(() -> {})).isEmpty();
    return all;
  }

  private List<Run> runs(Random random, BufferPool pool) throws IOException {
    List<Run> runs = new ArrayList<>();
    int number = random.nextInt(7);
    for (int i = 0; i < number; i++) {
      int records = random.nextInt(random.nextBoolean() ? 8 : 400);
      List<RawRecord> sorted =
          random.nextBoolean() ? few(random, records) : Runs.sorted(random, records, 1);
      runs.add(
          random.nextBoolean()
              ? Runs.indexed(i, sorted, 1, pool, spill)
              : Runs.write(i, sorted, 1, pool, spill));
    }
    return runs;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4, 10_000}) // all blocks on disk, some, none
  void slicesAreTheWholePartition(int buffers) throws IOException {
    Random random = Seeds.of("slices" + buffers);
    for (int round = 0; round < 150; round++) {
      String what = "seed " + Seeds.seed() + ", round " + round;
      BufferPool pool = new BufferPool(buffers, Runs.BUFFER_BYTES);
      List<Run> runs = runs(random, pool);
      boolean coherent = random.nextBoolean();
      KeyOrder grouping = grouping(random.nextBoolean());
      int most = 1 + random.nextInt(9);
      List<RawRecord> whole =
          read(
              new MergedPartition(
                  runs, 0, Runs.order(), PartitionCutterTest::buffer, IdleThreads.NONE));
      List<PartitionSlice> slices =
          slices(runs, coherent ? Optional.of(grouping) : Optional.empty(), most);
      assertThat(slices.size()).as(what).isBetween(whole.isEmpty() ? 0 : 1, most);
      List<RawRecord> together = new ArrayList<>();
      for (PartitionSlice slice : slices) {
        List<RawRecord> part =
            read(
                new MergedPartition(
                    runs, 0, slice, Runs.order(), PartitionCutterTest::buffer, IdleThreads.NONE));
        assertThat(part).as(what).hasSize((int) slice.records()).isNotEmpty();
        if (coherent && !together.isEmpty()) {
          byte[] before = together.get(together.size() - 1).key();
          byte[] after = part.get(0).key();
          assertThat(grouping.compare(before, 0, before.length, after, 0, after.length))
              .as(what)
              .isNotZero();
        }
        together.addAll(part);
      }
      RawRecord.assertSame(together, whole, what);
      runs.forEach(Run::release);
      assertThat(pool.lent()).as(what).isZero();
    }
  }

  /** 1000 records of one size, in 4 slices: 250 each, give or take a record. */
  @Test
  void slicesAreOfLikeSize() throws IOException {
    BufferPool pool = new BufferPool(10_000, Runs.BUFFER_BYTES);
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      List<RawRecord> records = new ArrayList<>();
      for (int n = 0; n < 250; n++) {
        records.add(RawRecord.of(0, new byte[] {0, 0, 0, 1, (byte) (n / 2)}, new byte[20]));
      }
      runs.add(Runs.indexed(i, records, 1, pool, spill));
    }
    assertThat(slices(runs, Optional.empty(), 4))
        .hasSize(4)
        .allSatisfy(slice -> assertThat(slice.records()).isBetween(248L, 252L));
    runs.forEach(Run::release);
  }

  @Test
  void oneKeyIsOneSliceUnlessItMayBeCut() throws IOException {
    BufferPool pool = new BufferPool(10_000, Runs.BUFFER_BYTES);
    List<RawRecord> records = new ArrayList<>();
    for (int n = 0; n < 600; n++) {
      records.add(RawRecord.of(0, new byte[] {0, 0, 0, 1, 7}, new byte[20]));
    }
    List<Run> runs = List.of(Runs.write(0, records, 1, pool, spill));
    assertThat(slices(runs, Optional.of(Runs.order()), 3)).hasSize(1);
    assertThat(slices(runs, Optional.empty(), 3)).hasSize(3);
    runs.forEach(Run::release);
  }

  @Test
  void stopsWhenItsCallerMust() throws IOException {
    BufferPool pool = new BufferPool(10_000, Runs.BUFFER_BYTES);
    List<RawRecord> records = new ArrayList<>();
    for (int n = 0; n < 10_000; n++) {
      records.add(RawRecord.of(0, new byte[] {0, 0, 0, 1, 7}, new byte[0]));
    }
    List<Run> runs = List.of(Runs.write(0, records, 1, pool, spill));
    PartitionCutter cutter =
        new PartitionCutter(
            runs, 0, Runs.order(), Optional.empty(), 2, PartitionCutterTest::buffer);
    assertThatThrownBy(
            () ->
                cutter.next(
                    () -> {
                      throw new AttemptStoppedException();
                    }))
        .isInstanceOf(AttemptStoppedException.class);
    runs.forEach(Run::release);
  }

  /** What a reducer does that reads its values twice, in a slice. */
  @ParameterizedTest
  @ValueSource(ints = {0, 10_000})
  void rereadsWithinASlice(int buffers) throws IOException {
    Random random = Seeds.of("rereads" + buffers);
    BufferPool pool = new BufferPool(buffers, Runs.BUFFER_BYTES);
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      runs.add(Runs.indexed(i, few(random, 400), 1, pool, spill));
    }
    for (PartitionSlice slice : slices(runs, Optional.empty(), 3)) {
      MergedPartition merged =
          new MergedPartition(
              runs, 0, slice, Runs.order(), PartitionCutterTest::buffer, IdleThreads.NONE);
      int skipped = 1 + random.nextInt(100);
      for (int i = 0; i < skipped; i++) {
        assertThat(merged.next()).isTrue();
      }
      merged.mark();
      List<RawRecord> rest = read(merged);
      merged.rewind();
      assertThat(rest).hasSize((int) slice.records() - skipped);
      RawRecord.assertSame(read(merged), rest, "seed " + Seeds.seed());
    }
    runs.forEach(Run::release);
  }
}
