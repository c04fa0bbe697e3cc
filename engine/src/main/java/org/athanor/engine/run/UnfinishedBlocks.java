// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.run;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.run.BlockRun.Block;

/**
 * The blocks of a run that is being written, and the buffer that is being filled. Thread-safe: one
 * thread writes, and any other may {@link #discard}. Used once per block, not per record.
 */
final class UnfinishedBlocks {
  private final BufferPool pool;

  @GuardedBy("this")
  private final List<Block> blocks = new ArrayList<>();

  @GuardedBy("this")
  private byte[] filling; // a buffer of the pool; null if the writer has none

  @GuardedBy("this")
  private boolean ended; // nothing is taken from the pool, and nothing given back, any more

  UnfinishedBlocks(BufferPool pool) {
    this.pool = pool;
  }

  /**
   * Takes a buffer of the pool for the writer to fill; returns null if the pool has none.
   *
   * @throws IOException if the blocks were discarded, or the last buffer could not be added
   */
  synchronized byte[] takeBuffer() throws IOException {
    checkNotEnded();
    if (filling != null) {
      throw new IOException("a block of map output was lost, because the heap was full");
    }
    filling = pool.tryTake();
    return filling;
  }

  /**
   * Adds an array in memory, of which the pool is charged.
   *
   * @param array the buffer that was taken, or an array larger than a buffer
   * @return false if the pool has no room for a large array, which then was not added
   * @throws IOException if the blocks were discarded
   */
  synchronized boolean addInMemory(byte[] array, int length) throws IOException {
    checkNotEnded();
    blocks.add(Block.inMemory(array, length));
    if (array == filling) {
      filling = null;
    } else if (!pool.takeLarge(array.length, false)) {
      blocks.remove(blocks.size() - 1);
      return false;
    }
    return true;
  }

  synchronized void addOnDisk(long position, int length) {
    blocks.add(Block.onDisk(position, length));
  }

  synchronized int size() {
    return blocks.size();
  }

  synchronized List<Block> all() {
    return List.copyOf(blocks);
  }

  /**
   * Hands the memory over to the run that was made of the blocks.
   *
   * @throws IOException if the blocks were discarded
   */
  synchronized void handOver() throws IOException {
    checkNotEnded();
    ended = true;
  }

  @GuardedBy("this")
  private void checkNotEnded() throws IOException {
    if (ended) {
      throw new IOException("the run was discarded, because its task or merge has ended");
    }
  }

  /** Gives the memory back to the pool, on the writer's thread. Later calls do nothing. */
  synchronized void close() {
    if (ended) {
      return;
    }
    if (filling != null) {
      pool.give(filling);
      filling = null;
    }
    discard();
  }

  /**
   * Gives the memory back to the pool, on any thread. The writer may still be filling its buffer,
   * so the pool does not lend that array again. Later calls do nothing.
   */
  synchronized void discard() {
    if (ended) {
      return;
    }
    ended = true;
    if (filling != null) {
      pool.giveLarge(filling.length);
    }
    BlockRun.giveBack(pool, blocks);
  }
}
