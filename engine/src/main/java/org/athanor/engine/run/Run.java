// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.run;

import java.util.ArrayList;
import java.util.List;
import org.athanor.engine.buffer.BufferPool;

/**
 * Sorted records of all partitions, in blocks; see the package description. Immutable once written,
 * so any thread may read it; whoever owns it (the job) calls {@link #release} once nobody will.
 */
public final class Run {
  private final int order;
  private final BufferPool pool;
  private final SpillFile spill;
  private final List<Block> blocks;
  private final Partition[] partitions;
  private boolean released; // owner's thread only

  Run(int order, BufferPool pool, SpillFile spill, List<Block> blocks, Partition[] partitions) {
    this.order = order;
    this.pool = pool;
    this.spill = spill;
    this.blocks = List.copyOf(blocks);
    this.partitions = partitions;
  }

  /** Bytes in memory, or at a position of the spill file. */
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
   * Where a partition begins, and how much there is of it; {@code hadoopBytes} as in Hadoop's
   * intermediate format, without its end marker.
   */
  record Partition(int firstBlock, int offset, long records, long hadoopBytes) {}

  /** Place among runs of equal size: the index of the map task. */
  public int order() {
    return order;
  }

  public int partitions() {
    return partitions.length;
  }

  public long records(int partition) {
    return partitions[partition].records();
  }

  /** Bytes of the partition in Hadoop's intermediate format, without end marker and checksum. */
  public long hadoopBytes(int partition) {
    return partitions[partition].hadoopBytes();
  }

  /** Bytes of the blocks that are on disk. */
  public long spilledBytes() {
    return blocks.stream().filter(b -> b.memory() == null).mapToLong(Block::length).sum();
  }

  /** Whether a cursor needs a buffer to read blocks into. */
  public boolean hasBlocksOnDisk() {
    return blocks.stream().anyMatch(b -> b.memory() == null);
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

  /**
   * Gives the run's buffers back to the pool. No cursor may be open on it. Later calls do nothing.
   */
  public void release() {
    if (released) {
      return;
    }
    released = true;
    giveBack(pool, blocks);
  }

  static void giveBack(BufferPool pool, List<Block> blocks) {
    for (Block block : new ArrayList<>(blocks)) {
      if (block.memory() == null) {
        continue;
      }
      if (block.memory().length == pool.bufferBytes()) {
        pool.give(block.memory());
      } else {
        pool.giveLarge(block.memory().length);
      }
    }
  }
}
