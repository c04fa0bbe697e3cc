// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.io.WritableUtils;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.testing.RawRecord;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A run has the records that were written to it, whether its blocks are in memory or on disk. */
class RunRoundTripTest {
  private static final int ALL = 10_000;

  @TempDir Path directory;

  /** Numbers of buffers, records and partitions. */
  private record Setup(int buffers, int records, int partitions) {}

  static Stream<Setup> setups() {
    List<Setup> setups = new ArrayList<>();
    for (int buffers : new int[] {0, 1, 2, 3, 7, 20, ALL}) {
      for (int records : new int[] {0, 1, 5, 400}) {
        for (int partitions : new int[] {1, 3, 50, 900}) {
          setups.add(new Setup(buffers, records, partitions));
        }
      }
    }
    return setups.stream();
  }

  private Path file() {
    return directory.resolve("made/spill");
  }

  @ParameterizedTest
  @MethodSource("setups")
  void readsWhatWasWritten(Setup setup) throws IOException {
    BufferPool pool = new BufferPool(setup.buffers(), Runs.BUFFER_BYTES);
    List<RawRecord> records =
        Runs.sorted(Seeds.of(setup.toString()), setup.records(), setup.partitions());
    try (SpillFile spill = new SpillFile(file())) {
      Run run = Runs.write(7, records, setup.partitions(), pool, spill);
      assertThat(run.mapIndex()).isEqualTo(7);
      assertThat(run.partitions()).isEqualTo(setup.partitions());
      RawRecord.assertSame(Runs.read(run), records, setup.toString());
      checkSizes(run, records);
      if (setup.buffers() == ALL) {
        assertThat(run.hasBlocksOnDisk()).isFalse();
        assertThat(spill.bytes()).isZero();
        assertThat(file()).doesNotExist();
      }
      if (setup.buffers() == 0) {
        assertThat(run.hasBlocksOnDisk()).isEqualTo(setup.records() > 0);
        assertThat(run.spilledBytes())
            .isEqualTo(records.stream().mapToLong(r -> r.block().length).sum());
      }
      assertThat(pool.lent()).isLessThanOrEqualTo(setup.buffers());
      run.release();
      assertThat(pool.lent()).isZero();
      run.release();
      assertThat(pool.lent()).isZero();
    }
    assertThat(file()).doesNotExist();
  }

  private static void checkSizes(Run run, List<RawRecord> records) {
    for (int p = 0; p < run.partitions(); p++) {
      int partition = p;
      List<RawRecord> own = records.stream().filter(r -> r.partition() == partition).toList();
      assertThat(run.records(p)).isEqualTo(own.size());
      long hadoopBytes = own.stream().mapToLong(RunRoundTripTest::inHadoopsFormat).sum();
      assertThat(run.hadoopBytes(p)).isEqualTo(hadoopBytes);
    }
  }

  private static long inHadoopsFormat(RawRecord record) {
    int key = record.key().length;
    int value = record.value().length;
    return (long) WritableUtils.getVIntSize(key) + WritableUtils.getVIntSize(value) + key + value;
  }

  @Test
  void countsBytesAsHadoopForEveryLengthOfLength() {
    for (int bits = 0; bits < 31; bits++) {
      for (int length : new int[] {(1 << bits) - 1, 1 << bits, (1 << bits) + 1}) {
        assertThat(RecordLayout.hadoopBytes(length, 0))
            .as("length %d", length)
            .isEqualTo(WritableUtils.getVIntSize(length) + 1L + length);
      }
    }
  }

  @Test
  void countsTheRecordsOnDisk() throws IOException {
    List<RawRecord> records = Runs.sorted(Seeds.of("spilled"), 300, 4);
    for (int buffers : new int[] {0, 3, ALL}) {
      BufferPool pool = new BufferPool(buffers, Runs.BUFFER_BYTES);
      try (SpillFile spill = new SpillFile(file());
          RunWriter writer = new RunWriter(0, 4, pool, spill, new byte[Runs.BUFFER_BYTES])) {
        Runs.writeAll(records, writer);
        Run run = writer.finish();
        long onDisk = writer.spilledRecords();
        if (buffers == 3) {
          assertThat(onDisk).isBetween(1L, 299L);
        } else {
          assertThat(onDisk).isEqualTo(buffers == 0 ? 300 : 0);
        }
        run.release();
      }
    }
  }

  @Test
  void returnsToAnyEarlierPosition() throws IOException {
    Random random = Seeds.of("places");
    for (int buffers : new int[] {0, 4, ALL}) {
      BufferPool pool = new BufferPool(buffers, Runs.BUFFER_BYTES);
      List<RawRecord> records = Runs.sorted(random, 300, 1);
      try (SpillFile spill = new SpillFile(file())) {
        Run run = Runs.write(0, records, 1, pool, spill);
        RunCursor cursor = Runs.cursor(run, 0);
        List<RunCursor.Place> places = new ArrayList<>();
        while (cursor.next()) {
          places.add(cursor.place());
        }
        for (int round = 0; round < 200; round++) {
          int index = random.nextInt(records.size());
          cursor.moveTo(places.get(index));
          int steps = random.nextInt(5);
          for (int i = index; i <= Math.min(index + steps, records.size() - 1); i++) {
            assertThat(Runs.current(cursor, 0)).isEqualTo(records.get(i));
            assertThat(cursor.place()).isEqualTo(places.get(i));
            assertThat(cursor.next()).isEqualTo(i + 1 < records.size());
          }
        }
        run.release();
      }
    }
  }

  @Test
  void letsAnyNumberOfCursorsReadAtOnce() throws IOException {
    BufferPool pool = new BufferPool(3, Runs.BUFFER_BYTES);
    List<RawRecord> records = Runs.sorted(Seeds.of("cursors"), 200, 1);
    try (SpillFile spill = new SpillFile(file())) {
      Run run = Runs.write(0, records, 1, pool, spill);
      RunCursor ahead = Runs.cursor(run, 0);
      RunCursor behind = Runs.cursor(run, 0);
      ahead.next();
      for (int i = 0; i < records.size(); i++) {
        assertThat(behind.next()).isTrue();
        assertThat(Runs.current(behind, 0)).isEqualTo(records.get(i));
        assertThat(ahead.next()).isEqualTo(i + 1 < records.size());
      }
      run.release();
    }
  }

  @Test
  void doesNotWriteOutsideItsBuffers() throws IOException {
    BufferPool pool = new BufferPool(1, Runs.BUFFER_BYTES);
    byte[] lent = pool.tryTake();
    Arrays.fill(lent, (byte) 0x55);
    pool.give(lent);
    byte[] spare = lent.clone();
    List<RawRecord> records = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      records.add(RawRecord.of(0, new byte[] {(byte) i}, new byte[1500]));
    }
    int used = 2 * records.get(0).block().length;
    try (SpillFile spill = new SpillFile(file());
        RunWriter writer = new RunWriter(0, 1, pool, spill, spare)) {
      Runs.writeAll(records, writer);
      Run run = writer.finish();
      byte[] read = new byte[Runs.BUFFER_BYTES];
      Arrays.fill(read, (byte) 0x66);
      RunCursor cursor = run.cursor(0, Runs.order(), read);
      while (cursor.next()) {
        assertThat(RecordLayout.keyLength(cursor.data, cursor.record)).isEqualTo(5);
      }
      assertThat(Arrays.copyOfRange(lent, used, lent.length)).containsOnly(0x55);
      assertThat(Arrays.copyOfRange(spare, used, spare.length)).containsOnly(0x55);
      assertThat(Arrays.copyOfRange(read, used, read.length)).containsOnly(0x66);
      run.release();
    }
  }

  @Test
  void returnsTheMemoryOfAnUnfinishedRunToThePool() throws IOException {
    List<RawRecord> records = Runs.sorted(Seeds.of("unfinished"), 200, 3);
    for (int n = 0; n <= 200; n += 10) {
      BufferPool pool = new BufferPool(5, Runs.BUFFER_BYTES);
      try (SpillFile spill = new SpillFile(file())) {
        try (RunWriter writer = new RunWriter(0, 3, pool, spill, new byte[Runs.BUFFER_BYTES])) {
          Runs.writeAll(records.subList(0, n), writer);
        }
        assertThat(pool.lent()).isZero();
      }
    }
  }

  /** The thread that writes may be in the middle of a record when another one discards the run. */
  @Test
  void givesTheMemoryOfADiscardedRunBackAndDoesNotWriteToItAnyMore() throws IOException {
    BufferPool pool = new BufferPool(3, Runs.BUFFER_BYTES);
    RawRecord small = RawRecord.of(0, new byte[] {1}, new byte[] {2});
    RawRecord large = RawRecord.of(0, new byte[] {1}, new byte[Runs.BUFFER_BYTES / 2]);
    try (SpillFile spill = new SpillFile(file())) {
      try (RunWriter writer = new RunWriter(0, 1, pool, spill, new byte[Runs.BUFFER_BYTES])) {
        Runs.writeAll(List.of(large, large, small), writer);
        assertThat(pool.lent()).isEqualTo(2);
        writer.discard();
        assertThat(pool.lent()).isZero();
        List<byte[]> lentAgain = List.of(pool.tryTake(), pool.tryTake(), pool.tryTake());
        lentAgain.forEach(buffer -> Arrays.fill(buffer, (byte) 0));

        writer.append(small.block(), 0);

        assertThat(lentAgain).allSatisfy(buffer -> assertThat(buffer).containsOnly(0));
        assertThatIOException()
            .isThrownBy(() -> writer.append(large.block(), 0))
            .withMessageContaining("discarded");
        assertThatIOException().isThrownBy(writer::finish);
      }
      assertThat(pool.lent()).isEqualTo(3);
    }
  }

  @Test
  void refusesAPartitionThatIsNotAfterTheLast() throws IOException {
    BufferPool pool = new BufferPool(5, Runs.BUFFER_BYTES);
    try (SpillFile spill = new SpillFile(file());
        RunWriter writer = new RunWriter(0, 3, pool, spill, new byte[Runs.BUFFER_BYTES])) {
      writer.startPartition(1);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> writer.startPartition(1))
          .withMessage("partition 1 after partition 1");
    }
    assertThat(Files.exists(file())).isFalse();
  }
}
