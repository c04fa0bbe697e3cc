// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.testing.RawRecord;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A chunk that was cut into blocks is the same run again where it arrives. */
class ChunkTest {
  private static final int ALL = 10_000;
  private static final int MAP = 7;

  @TempDir Path directory;

  /** Buffers at the sender and the receiver, numbers of records and partitions. */
  private record Setup(int from, int to, int records, int partitions, boolean indexed) {}

  static Stream<Setup> setups() {
    List<Setup> setups = new ArrayList<>();
    for (int from : new int[] {0, 3, ALL}) {
      for (int to : new int[] {0, 3, ALL}) {
        for (int records : new int[] {0, 1, 400}) {
          for (int partitions : new int[] {1, 3, 50}) {
            setups.add(new Setup(from, to, records, partitions, from == ALL && to == ALL));
          }
        }
      }
    }
    return setups.stream();
  }

  @ParameterizedTest
  @MethodSource("setups")
  void arrivesAsItWasSent(Setup setup) throws IOException {
    Random random = Seeds.of(setup.toString());
    List<RawRecord> records = Runs.sorted(random, setup.records(), setup.partitions());
    int[] owned =
        IntStream.range(0, setup.partitions()).filter(p -> random.nextBoolean()).toArray();
    BufferPool from = new BufferPool(setup.from(), Runs.BUFFER_BYTES);
    BufferPool to = new BufferPool(setup.to(), Runs.BUFFER_BYTES);
    try (SpillFile there = new SpillFile(directory.resolve("there"));
        SpillFile here = new SpillFile(directory.resolve("here"))) {
      Run sent =
          setup.indexed()
              ? Runs.indexed(MAP, records, setup.partitions(), from, there)
              : Runs.write(MAP, records, setup.partitions(), from, there);
      Run arrived;
      try (ChunkWriter writer = new ChunkWriter(MAP, setup.partitions(), to, here)) {
        for (ChunkBlock block : blocks(sent, owned)) {
          assertThat(block.length())
              .satisfiesAnyOf(
                  length -> assertThat(length).isLessThanOrEqualTo(Runs.BUFFER_BYTES),
                  length -> assertThat(block.parts().get(0).records()).isEqualTo(1));
          writer.add(block);
        }
        arrived = writer.finish();
      }
      checkThatItIsThatPart(arrived, sent, owned);
      assertThat(to.lent()).isLessThanOrEqualTo(setup.to());
      if (setup.to() == 0) {
        assertThat(arrived.hasBlocksOnDisk()).isEqualTo(!blocks(sent, owned).isEmpty());
      } else if (setup.to() == ALL) {
        assertThat(here.bytes()).isZero();
      }
      arrived.release();
      assertThat(to.lent()).isZero();
      sent.release();
    }
  }

  private static void checkThatItIsThatPart(Run arrived, Run sent, int[] owned) throws IOException {
    assertThat(arrived.mapIndex()).isEqualTo(MAP);
    assertThat(arrived.partitions()).isEqualTo(sent.partitions());
    for (int p = 0; p < sent.partitions(); p++) {
      int partition = p;
      boolean isOwned = IntStream.of(owned).anyMatch(o -> o == partition);
      assertThat(arrived.records(p)).isEqualTo(isOwned ? sent.records(p) : 0);
      assertThat(arrived.hadoopBytes(p)).isEqualTo(isOwned ? sent.hadoopBytes(p) : 0);
      RawRecord.assertSame(
          Runs.read(arrived, p), isOwned ? Runs.read(sent, p) : List.of(), "partition " + p);
    }
  }

  private static List<ChunkBlock> blocks(Run run, int... partitions) throws IOException {
    ChunkReader reader =
        new ChunkReader(
            run, partitions, Runs.order(), new byte[Runs.BUFFER_BYTES], Runs.BUFFER_BYTES);
    List<ChunkBlock> blocks = new ArrayList<>();
    for (ChunkBlock block = reader.next(); block != null; block = reader.next()) {
      blocks.add(block);
    }
    assertThat(reader.next()).isNull();
    return blocks;
  }

  private static List<ChunkBlock> someBlocks(BufferPool pool, SpillFile spill) throws IOException {
    Run run = Runs.write(MAP, Runs.sorted(Seeds.of("chunk"), 60, 3), 3, pool, spill);
    return blocks(run, 0, 1, 2);
  }

  @Test
  void blocksAreFull() throws IOException {
    BufferPool pool = new BufferPool(ALL, Runs.BUFFER_BYTES);
    try (SpillFile spill = new SpillFile(directory.resolve("spill"))) {
      Random random = Seeds.of("full");
      List<RawRecord> records = new ArrayList<>();
      for (int i = 0; i < 1000; i++) {
        records.add(RawRecord.random(random, 1, 6, 50));
      }
      List<ChunkBlock> blocks = blocks(Runs.write(MAP, records, 1, pool, spill), 0);
      long bytes = records.stream().mapToLong(record -> record.block().length).sum();
      assertThat(blocks).hasSizeLessThanOrEqualTo((int) (bytes / (Runs.BUFFER_BYTES - 70)) + 1);
      assertThat(blocks.get(blocks.size() - 1).data().length)
          .as("the last one is no larger than it must")
          .isLessThan(Runs.BUFFER_BYTES);
    }
  }

  /** Every field of a part, and every byte of the lengths of records, is changed once. */
  @Test
  void aWrongBlockIsRefusedWhole() throws IOException {
    BufferPool pool = new BufferPool(ALL, Runs.BUFFER_BYTES);
    try (SpillFile spill = new SpillFile(directory.resolve("spill"))) {
      ChunkBlock right = someBlocks(pool, spill).get(0);
      for (int i = 0; i < right.parts().size(); i++) {
        ChunkBlock.Part part = right.parts().get(i);
        for (int by : new int[] {-1, 1, 1 << 20, Integer.MIN_VALUE}) {
          refuses(
              with(
                  right,
                  i,
                  new ChunkBlock.Part(
                      part.partition(), part.offset() + by, part.records(), part.hadoopBytes())));
          refuses(
              with(
                  right,
                  i,
                  new ChunkBlock.Part(
                      part.partition(), part.offset(), part.records() + by, part.hadoopBytes())));
          refuses(
              with(
                  right,
                  i,
                  new ChunkBlock.Part(
                      part.partition(), part.offset(), part.records(), part.hadoopBytes() + by)));
        }
        refuses(
            with(
                right,
                i,
                new ChunkBlock.Part(-1, part.offset(), part.records(), part.hadoopBytes())));
        refuses(
            with(
                right,
                i,
                new ChunkBlock.Part(3, part.offset(), part.records(), part.hadoopBytes())));
      }
      for (int at = 0; at < RecordLayout.HEADER; at++) {
        byte[] data = right.data().clone();
        data[at] ^= (byte) 0xFF;
        refuses(new ChunkBlock(data, right.length(), right.parts()));
      }
      refuses(new ChunkBlock(right.data(), right.length() - 1, right.parts()));
      refuses(new ChunkBlock(right.data(), right.length(), List.of()));
    }
  }

  private static ChunkBlock with(ChunkBlock block, int index, ChunkBlock.Part part) {
    List<ChunkBlock.Part> parts = new ArrayList<>(block.parts());
    parts.set(index, part);
    return new ChunkBlock(block.data(), block.length(), parts);
  }

  private void refuses(ChunkBlock block) throws IOException {
    BufferPool pool = new BufferPool(ALL, Runs.BUFFER_BYTES);
    try (SpillFile spill = new SpillFile(directory.resolve("refused"));
        ChunkWriter writer = new ChunkWriter(MAP, 3, pool, spill)) {
      assertThatIOException()
          .isThrownBy(() -> writer.add(block))
          .withMessageStartingWith("a block of map 7 has ");
      assertThat(pool.lent()).isZero();
      assertThat(spill.bytes()).isZero();
    }
  }

  @Test
  void aBlockOfAnEarlierPartitionIsRefused() throws IOException {
    BufferPool pool = new BufferPool(ALL, Runs.BUFFER_BYTES);
    try (SpillFile spill = new SpillFile(directory.resolve("spill"))) {
      List<ChunkBlock> blocks = someBlocks(pool, spill);
      try (ChunkWriter writer = new ChunkWriter(MAP, 3, pool, spill)) {
        writer.add(blocks.get(blocks.size() - 1));
        assertThatIOException().isThrownBy(() -> writer.add(blocks.get(0)));
      }
    }
  }

  @Test
  void anUnfinishedRunGivesItsMemoryBack() throws IOException {
    BufferPool pool = new BufferPool(ALL, Runs.BUFFER_BYTES);
    try (SpillFile spill = new SpillFile(directory.resolve("spill"))) {
      List<ChunkBlock> blocks = someBlocks(new BufferPool(ALL, Runs.BUFFER_BYTES), spill);
      try (ChunkWriter writer = new ChunkWriter(MAP, 3, pool, spill)) {
        writer.add(blocks.get(0));
        assertThat(pool.lent()).isPositive();
      }
      assertThat(pool.lent()).isZero();
      ChunkWriter discarded = new ChunkWriter(MAP, 3, pool, spill);
      discarded.add(blocks.get(0));
      discarded.discard();
      assertThat(pool.lent()).isZero();
      assertThatIOException().isThrownBy(() -> discarded.add(blocks.get(1)));
      assertThatIOException().isThrownBy(discarded::finish);
    }
  }

  @Test
  void aFullDiskIsNamed() throws IOException {
    BufferPool none = new BufferPool(0, Runs.BUFFER_BYTES);
    Path file = directory.resolve("full");
    try (SpillFile source = new SpillFile(directory.resolve("spill"));
        SpillFile spill = new SpillFile(file, new FaultyChannel.Plan(0, ALL));
        ChunkWriter writer = new ChunkWriter(MAP, 3, none, spill)) {
      ChunkBlock block = someBlocks(new BufferPool(ALL, Runs.BUFFER_BYTES), source).get(0);
      assertThatIOException()
          .isThrownBy(() -> writer.add(block))
          .withMessageStartingWith("cannot spill map output to " + file);
    }
  }
}
