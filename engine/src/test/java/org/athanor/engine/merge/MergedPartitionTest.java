// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.RawComparator;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.order.KeyOrder;
import org.athanor.engine.run.Run;
import org.athanor.engine.run.Runs;
import org.athanor.engine.run.SpillFile;
import org.athanor.engine.testing.RawRecord;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A merge has the same result as Hadoop's merge of the same segments, including the order of equal
 * keys.
 */
class MergedPartitionTest {
  private static final int PARTITIONS = 3;

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

  private final ExecutorService threads = Executors.newFixedThreadPool(2);

  @AfterEach
  void endThreads() throws InterruptedException {
    threads.shutdown();
    assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
  }

  /** The threads that merge ahead of the reader. */
  private enum Helpers {
    NONE,
    /** The reader's thread: when it requests help, it fills all free batches. */
    SAME_THREAD,
    /** Two other threads. */
    THREADS
  }

  private IdleThreads idle(Helpers helpers) {
    return switch (helpers) {
      case NONE -> IdleThreads.NONE;
      case SAME_THREAD -> new HelpFrom(Runnable::run);
      case THREADS -> new HelpFrom(threads);
    };
  }

  private record HelpFrom(Executor executor) implements IdleThreads {
    @Override
    public void offer(Runnable help) {
      executor.execute(help);
    }

    @Override
    public void withdraw(Runnable help) {
      // The work still runs, but has nothing to do.
    }
  }

  private static byte[] buffer() {
    return new byte[Runs.BUFFER_BYTES];
  }

  /** Which runs are merged, and where they are stored. */
  private record Setup(
      int runs, int maxRecords, int buffers, Keys keys, boolean opaque, boolean kept) {}

  private enum Keys {
    RANDOM,
    FEW,
    /** Keys with the same first bytes. */
    ALIKE
  }

  static Stream<Setup> setups() {
    List<Setup> setups = new ArrayList<>();
    for (int runs : new int[] {0, 1, 2, 3, 8, 40}) {
      for (int buffers : new int[] {0, 3, 10_000}) {
        for (Keys keys : Keys.values()) {
          setups.add(new Setup(runs, 60, buffers, keys, keys == Keys.FEW && buffers == 3, false));
          setups.add(new Setup(runs, 300, 20 * buffers, keys, false, true));
        }
      }
    }
    setups.add(new Setup(5, 1, 0, Keys.FEW, false, false));
    return setups.stream();
  }

  private static List<RawRecord> records(Setup setup, Random random) {
    int n = random.nextInt(setup.maxRecords() + 1);
    if (setup.keys() == Keys.RANDOM) {
      return Runs.sorted(random, n, PARTITIONS);
    }
    List<RawRecord> records = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      byte[] key = new byte[setup.keys() == Keys.FEW ? 1 : 5 + random.nextInt(20)];
      key[key.length - 1 - random.nextInt(Math.min(key.length, 5))] = (byte) random.nextInt(3);
      records.add(RawRecord.of(random.nextInt(PARTITIONS), key, RawRecord.letters(random, 8)));
    }
    records.sort(
        Comparator.comparingInt(RawRecord::partition).thenComparing(RawRecord::compareKey));
    return records;
  }

  private static KeyOrder order(Setup setup) {
    return setup.opaque() ? KeyOrder.of(BytesWritable.class, new ReadsKeysAgain()) : Runs.order();
  }

  /** BytesWritable's order by a comparator that the engine does not know. */
  private static final class ReadsKeysAgain implements RawComparator<BytesWritable> {
    @Override
    public int compare(byte[] a, int i, int m, byte[] b, int j, int n) {
      return Runs.order().compare(a, i, m, b, j, n);
    }

    @Override
    public int compare(BytesWritable a, BytesWritable b) {
      return a.compareTo(b);
    }
  }

  @ParameterizedTest
  @MethodSource("setups")
  void mergesAsHadoopDoes(Setup setup) throws IOException {
    Random random = Seeds.of(setup.toString());
    BufferPool pool = new BufferPool(setup.buffers(), Runs.BUFFER_BYTES);
    List<List<RawRecord>> all = new ArrayList<>();
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < setup.runs(); i++) {
      List<RawRecord> records = records(setup, random);
      all.add(records);
      runs.add(
          setup.kept()
              ? Runs.indexed(i, records, PARTITIONS, pool, spill)
              : Runs.write(i, records, PARTITIONS, pool, spill));
    }
    for (int p = 0; p < PARTITIONS; p++) {
      List<RawRecord> expected = HadoopMerge.merge(ofPartition(all, p));
      for (Helpers helpers : Helpers.values()) {
        try (MergedPartition merged =
            new MergedPartition(
                runs, p, order(setup), MergedPartitionTest::buffer, idle(helpers))) {
          assertThat(merged.records()).isEqualTo(expected.size());
          RawRecord.assertSame(
              read(merged, p), expected, setup + ", partition " + p + ", " + helpers);
          assertThat(merged.progress()).isEqualTo(1f);
          assertThat(merged.next()).isFalse();
        }
      }
    }
    runs.forEach(Run::release);
    assertThat(pool.lent()).isZero();
  }

  private static List<List<RawRecord>> ofPartition(List<List<RawRecord>> all, int partition) {
    return all.stream()
        .map(records -> records.stream().filter(r -> r.partition() == partition).toList())
        .toList();
  }

  private static RawRecord current(MergedPartition merged, int partition) {
    return RawRecord.copyOf(
        partition,
        merged.data(),
        merged.keyOffset(),
        merged.keyLength(),
        merged.valueOffset(),
        merged.valueLength());
  }

  private static List<RawRecord> read(MergedPartition merged, int partition) throws IOException {
    List<RawRecord> records = new ArrayList<>();
    boolean available = merged.isNextAvailable();
    while (merged.next()) {
      records.add(current(merged, partition));
      available = merged.isNextAvailable();
    }
    assertThat(available).isFalse();
    return records;
  }

  @ParameterizedTest
  @EnumSource
  void rereadsFromAnyMark(Helpers helpers) throws IOException {
    Random random = Seeds.of("rereadsFromAnyMark");
    for (int buffers : new int[] {0, 6, 60, 10_000}) {
      BufferPool pool = new BufferPool(buffers, Runs.BUFFER_BYTES);
      List<Run> runs = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        List<RawRecord> records = Runs.sorted(random, 80, 1);
        runs.add(
            i % 2 == 0
                ? Runs.indexed(i, records, 1, pool, spill)
                : Runs.write(i, records, 1, pool, spill));
      }
      MergedPartition merged =
          new MergedPartition(runs, 0, Runs.order(), MergedPartitionTest::buffer, idle(helpers));
      List<RawRecord> all =
          read(
              new MergedPartition(
                  runs, 0, Runs.order(), MergedPartitionTest::buffer, IdleThreads.NONE),
              0);
      assertThat(all).hasSize(480);
      int at = -1; // index of the current record
      int mark = -1;
      for (int step = 0; step < 3000; step++) {
        int what = random.nextInt(20);
        if (what == 0 && at >= 0 && at < all.size()) {
          merged.mark();
          mark = at;
        } else if (what == 1 && mark >= 0) {
          merged.rewind();
          at = mark;
          assertThat(current(merged, 0)).isEqualTo(all.get(at));
          assertThat(merged.progress()).isEqualTo((at + 1f) / all.size());
        } else if (at < all.size()) {
          at++;
          if (merged.isNextAvailable()) {
            assertThat(at).isLessThan(all.size());
          }
          assertThat(merged.next()).isEqualTo(at < all.size());
          if (at < all.size()) {
            assertThat(current(merged, 0)).isEqualTo(all.get(at));
          }
        } else {
          merged.rewind();
          at = mark;
        }
      }
      merged.close();
      runs.forEach(Run::release);
      assertThat(pool.lent()).isZero();
    }
  }

  /** There are so many records that helpers have to stop and help is requested again. */
  @ParameterizedTest
  @EnumSource
  void mergesMoreThanHelpersHaveRoomFor(Helpers helpers) throws IOException {
    BufferPool pool = new BufferPool(10_000, Runs.BUFFER_BYTES);
    List<List<RawRecord>> all = new ArrayList<>();
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      all.add(Runs.sorted(Seeds.of("many" + i), 20_000, 1));
      runs.add(Runs.indexed(i, all.get(i), 1, pool, spill));
    }
    try (MergedPartition merged =
        new MergedPartition(runs, 0, Runs.order(), MergedPartitionTest::buffer, idle(helpers))) {
      RawRecord.assertSame(read(merged, 0), HadoopMerge.merge(all), helpers.toString());
    }
    runs.forEach(Run::release);
    assertThat(pool.lent()).isZero();
  }

  /** Compares as Runs.order() does, and runs an action before each comparison. */
  private static final class Disturbed extends KeyOrder {
    private final Runnable beforeComparing;

    Disturbed(Runnable beforeComparing) {
      this.beforeComparing = beforeComparing;
    }

    @Override
    public long prefix(byte[] data, int offset, int length) {
      return 0;
    }

    @Override
    public boolean decides(long prefix) {
      return false;
    }

    @Override
    public int compare(byte[] a, int i, int m, byte[] b, int j, int n) {
      beforeComparing.run();
      return Runs.order().compare(a, i, m, b, j, n);
    }
  }

  private List<Run> twoRuns(BufferPool pool, KeyOrder order) throws IOException {
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      runs.add(Runs.write(i, Runs.sorted(Seeds.of("two" + i), 1000, 1), 1, pool, spill));
    }
    assertThat(runs).noneMatch(Run::hasBlocksOnDisk);
    assertThat(order.isOpaque()).isFalse();
    return runs;
  }

  @ParameterizedTest
  @EnumSource
  void throwsAHelpersFailureInTheReader(Helpers helpers) throws IOException {
    BufferPool pool = new BufferPool(10_000, Runs.BUFFER_BYTES);
    AtomicInteger left = new AtomicInteger(1500);
    KeyOrder order =
        new Disturbed(
            () -> {
              if (left.decrementAndGet() == 0) {
                throw new IllegalStateException("intended");
              }
            });
    List<Run> runs = twoRuns(pool, order);
    try (MergedPartition merged =
        new MergedPartition(runs, 0, order, MergedPartitionTest::buffer, idle(helpers))) {
      assertThatIllegalStateException().isThrownBy(() -> read(merged, 0)).withMessage("intended");
    }
    runs.forEach(Run::release);
  }

  @Test
  @Timeout(60)
  void closesOnlyAfterHelpersHaveFinished() throws Exception {
    BufferPool pool = new BufferPool(10_000, Runs.BUFFER_BYTES);
    CountDownLatch helping = new CountDownLatch(1);
    CountDownLatch resume = new CountDownLatch(1);
    Thread reader = Thread.currentThread();
    KeyOrder order =
        new Disturbed(
            () -> {
              if (Thread.currentThread() != reader) {
                helping.countDown();
                awaitUninterruptibly(resume);
              }
            });
    List<Run> runs = twoRuns(pool, order);
    MergedPartition merged =
        new MergedPartition(runs, 0, order, MergedPartitionTest::buffer, idle(Helpers.THREADS));
    assertThat(merged.next()).isTrue();
    helping.await();
    Thread closing = new Thread(merged::close);
    closing.start();
    while (closing.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    resume.countDown();
    closing.join();
    runs.forEach(Run::release);
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void rereadsFromTheBeginning() throws IOException {
    BufferPool pool = new BufferPool(2, Runs.BUFFER_BYTES);
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      runs.add(Runs.write(i, Runs.sorted(Seeds.of("beginning" + i), 50, 1), 1, pool, spill));
    }
    MergedPartition merged =
        new MergedPartition(runs, 0, Runs.order(), MergedPartitionTest::buffer, IdleThreads.NONE);
    merged.mark();
    List<RawRecord> all = read(merged, 0);
    merged.rewind();
    RawRecord.assertSame(read(merged, 0), all, "second reading");
    runs.forEach(Run::release);
  }

  @Test
  void usesABufferOnlyForRunsThatHaveRecordsOnDisk() throws IOException {
    BufferPool pool = new BufferPool(2, Runs.BUFFER_BYTES);
    List<Run> runs = new ArrayList<>();
    runs.add(Runs.write(0, List.of(record(0)), 2, pool, spill));
    runs.add(Runs.write(1, List.of(record(0), record(1)), 2, pool, spill));
    runs.add(Runs.write(2, List.of(record(0)), 2, pool, spill));
    runs.add(Runs.write(3, List.of(record(1)), 2, pool, spill));
    assertThat(runs).extracting(Run::hasBlocksOnDisk).containsExactly(false, false, true, true);
    int[] taken = new int[1];
    Supplier<byte[]> counted =
        () -> {
          taken[0]++;
          return new byte[Runs.BUFFER_BYTES];
        };
    MergedPartition merged = new MergedPartition(runs, 0, Runs.order(), counted, IdleThreads.NONE);
    assertThat(merged.records()).isEqualTo(3);
    assertThat(taken[0]).isEqualTo(1);
    runs.forEach(Run::release);
  }

  private static RawRecord record(int partition) {
    return RawRecord.of(partition, new byte[] {1}, new byte[] {2});
  }
}
