// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.run;

import java.util.ArrayList;
import java.util.List;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.order.KeyOrder;

/** A run whose records are in blocks in sort order; see the package description. */
final class BlockRun implements Run {
  private final int mapIndex;
  private final BufferPool pool;
  private final SpillFile spill;
  private final List<Block> blocks;
  private final Partition[] partitions;
  private boolean released; // owner's thread only

  /**
   * @param blocks not changed from now on
   */
  BlockRun(
      int mapIndex, BufferPool pool, SpillFile spill, List<Block> blocks, Partition[] partitions) {
    this.mapIndex = mapIndex;
    this.pool = pool;
    this.spill = spill;
    this.blocks = blocks;
    this.partitions = partitions;
  }

  /** A block in memory or at a position in the spill file. */
  static final class Block {
    private final byte[] memory;
    private final long position;
    private final int length;

    private Block(byte[] memory, long position, int length) {
      this.memory = memory;
      this.position = position;
      this.length = length;
    }

    static Block inMemory(byte[] memory, int length) {
      return new Block(memory, -1, length);
    }

    static Block onDisk(long position, int length) {
      return new Block(null, position, length);
    }

    /** Null if the block is on disk. */
    byte[] memory() {
      return memory;
    }

    long position() {
      return position;
    }

    int length() {
      return length;
    }
  }

  /**
   * Start and size of a partition. {@code hadoopBytes} is its size in Hadoop's intermediate format
   * without the end marker.
   */
  record Partition(int firstBlock, int offset, long records, long hadoopBytes) {}

  @Override
  public int mapIndex() {
    return mapIndex;
  }

  @Override
  public int partitions() {
    return partitions.length;
  }

  @Override
  public long records(int partition) {
    return partitions[partition].records();
  }

  @Override
  public long hadoopBytes(int partition) {
    return partitions[partition].hadoopBytes();
  }

  @Override
  public long spilledBytes() {
    return blocks.stream().filter(b -> b.memory() == null).mapToLong(Block::length).sum();
  }

  @Override
  public boolean hasBlocksOnDisk() {
    return blocks.stream().anyMatch(b -> b.memory() == null);
  }

  @Override
  public RunCursor cursor(int partition, KeyOrder keyOrder, byte[] buffer) {
    return new BlockCursor(this, partition, keyOrder, buffer);
  }

  Partition partition(int partition) {
    return partitions[partition];
  }

  Block block(int index) {
    return blocks.get(index);
  }

  SpillFile spill() {
    return spill;
  }

  @Override
  public void release() {
    if (released) {
      return;
    }
    released = true;
    giveBack(pool, blocks);
  }

  static void giveBack(BufferPool pool, List<Block> blocks) {
    for (Block block : new ArrayList<>(blocks)) {
      if (block.memory() != null) {
        pool.giveArray(block.memory());
      }
    }
  }
}
