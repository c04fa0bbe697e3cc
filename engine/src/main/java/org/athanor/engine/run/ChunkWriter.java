// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.run;

import java.io.IOException;
import java.util.Arrays;
import org.athanor.engine.buffer.BufferPool;

/**
 * Makes a {@link Run} of the blocks of a chunk that another Worker sends. The other partitions of
 * the run are empty. A block's array is kept if the pool has room for it; otherwise the block is
 * written to the spill file, so adding never waits for memory.
 *
 * <p>One thread, except {@link #discard}. {@link #close} gives the memory of an unfinished run back
 * to the pool.
 */
public final class ChunkWriter implements AutoCloseable {
  private static final BlockRun.Partition EMPTY = new BlockRun.Partition(0, 0, 0, 0);

  private final int mapIndex;
  private final BufferPool pool;
  private final SpillFile spill;
  private final UnfinishedBlocks blocks;
  private final BlockRun.Partition[] partitions;
  private int last = -1; // the last partition that has records

  /**
   * @param mapIndex see {@link Run#mapIndex}
   * @param partitions how many the run has
   */
  public ChunkWriter(int mapIndex, int partitions, BufferPool pool, SpillFile spill) {
    this.mapIndex = mapIndex;
    this.pool = pool;
    this.spill = spill;
    this.blocks = new UnfinishedBlocks(pool);
    this.partitions = new BlockRun.Partition[partitions];
    Arrays.fill(this.partitions, EMPTY);
  }

  /**
   * Adds the next block, whose array belongs to the run from now on.
   *
   * @throws WrongBlockException if the block is wrong, or does not follow the one before
   * @throws IOException if the block cannot be written, or the run was discarded
   */
  public void add(ChunkBlock block) throws IOException {
    check(block);
    int number = blocks.size();
    if (!blocks.addInMemory(block.data(), block.length())) {
      blocks.addOnDisk(spill.write(block.data(), block.length()), block.length());
    }
    for (ChunkBlock.Part part : block.parts()) {
      BlockRun.Partition before = partitions[part.partition()];
      partitions[part.partition()] =
          before.records() == 0
              ? new BlockRun.Partition(number, part.offset(), part.records(), part.hadoopBytes())
              : new BlockRun.Partition(
                  before.firstBlock(),
                  before.offset(),
                  before.records() + part.records(),
                  before.hadoopBytes() + part.hadoopBytes());
      last = part.partition();
    }
  }

  /** Checks a block of another process before anything of it is used. */
  private void check(ChunkBlock block) throws WrongBlockException {
    int end = 0; // of the part before
    int before = -1; // its partition
    for (ChunkBlock.Part part : block.parts()) {
      boolean follows =
          before < 0
              ? part.offset() == 0 && part.partition() >= Math.max(0, last)
              : part.offset() == end && part.partition() > before;
      if (!follows || part.partition() >= partitions.length || part.records() <= 0) {
        throw wrong(part);
      }
      end = end(block, part);
      before = part.partition();
    }
    if (end != block.length() || before < 0) {
      throw new WrongBlockException(
          "a block of map " + mapIndex + " has " + block.length() + " bytes, its records " + end);
    }
  }

  /** Returns where the records of a part end. */
  private int end(ChunkBlock block, ChunkBlock.Part part) throws WrongBlockException {
    int position = part.offset();
    long hadoopBytes = 0;
    for (long record = 0; record < part.records(); record++) {
      if (block.length() - position < RecordLayout.HEADER) {
        throw wrong(part);
      }
      int keyLength = RecordLayout.keyLength(block.data(), position);
      int valueLength = RecordLayout.valueLength(block.data(), position);
      long length = (long) RecordLayout.HEADER + keyLength + valueLength;
      if (keyLength < 0 || valueLength < 0 || length > block.length() - position) {
        throw wrong(part);
      }
      position += (int) length;
      hadoopBytes += RecordLayout.hadoopBytes(keyLength, valueLength);
    }
    if (hadoopBytes != part.hadoopBytes()) {
      throw wrong(part);
    }
    return position;
  }

  private WrongBlockException wrong(ChunkBlock.Part part) {
    return new WrongBlockException("a block of map " + mapIndex + " has a wrong part: " + part);
  }

  /** Ends and returns the run. The writer cannot be used afterwards. */
  public Run finish() throws IOException {
    Run run = new BlockRun(mapIndex, pool, spill, blocks.all(), partitions);
    blocks.handOver();
    return run;
  }

  @Override
  public void close() {
    blocks.close();
  }

  /** Gives the memory of an unfinished run back to the pool at once, on any thread. */
  public void discard() {
    blocks.discard();
  }
}
