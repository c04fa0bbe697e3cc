// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.run;

import java.io.IOException;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.run.BlockRun.Partition;

/**
 * Writes a {@link Run}: partitions in ascending order, records in sort order. A block is kept in a
 * buffer of the pool, or written to the spill file if the pool has no free buffer; writing never
 * waits for memory. One thread, except {@link #discard}. {@link #close} gives the memory of an
 * unfinished run back to the pool.
 */
public final class RunWriter implements AutoCloseable {
  private final int mapIndex;
  private final BufferPool pool;
  private final SpillFile spill;
  private final byte[] spare;
  private final UnfinishedBlocks blocks;
  private final Partition[] partitions;
  private byte[] current;
  private int used;
  private int partition = -1;
  private int firstBlock;
  private int firstOffset;
  private long records;
  private long hadoopBytes;
  private long spilledRecords;
  private int recordsInBlock;

  /**
   * @param mapIndex see {@link Run#mapIndex}
   * @param spare a buffer of the pool's size that the writer fills when the pool has no free
   *     buffer; in use until the writer is closed
   */
  public RunWriter(int mapIndex, int partitions, BufferPool pool, SpillFile spill, byte[] spare) {
    this.mapIndex = mapIndex;
    this.pool = pool;
    this.spill = spill;
    this.spare = spare;
    this.blocks = new UnfinishedBlocks(pool);
    this.partitions = new Partition[partitions];
  }

  /** Begins a partition. Partitions between the last one and this one are empty. */
  public void startPartition(int next) throws IOException {
    if (next <= partition) {
      throw new IllegalArgumentException("partition " + next + " after partition " + partition);
    }
    if (partition >= 0 && current == spare) {
      endBlock();
    }
    while (partition < next) {
      endPartition();
      partition++;
    }
  }

  private void endPartition() {
    if (partition >= 0) {
      partitions[partition] = new Partition(firstBlock, firstOffset, records, hadoopBytes);
    }
    firstBlock = blocks.size();
    firstOffset = used;
    records = 0;
    hadoopBytes = 0;
  }

  /** Appends a record that has the layout of a record in a block. */
  public void append(byte[] source, int record) throws IOException {
    int keyLength = RecordLayout.keyLength(source, record);
    int valueLength = RecordLayout.valueLength(source, record);
    int length = RecordLayout.HEADER + keyLength + valueLength;
    if (current == null || used + length > current.length) {
      makeRoom(length);
    }
    System.arraycopy(source, record, current, used, length);
    used += length;
    count(keyLength, valueLength);
  }

  private void count(int keyLength, int valueLength) {
    records++;
    recordsInBlock++;
    hadoopBytes += RecordLayout.hadoopBytes(keyLength, valueLength);
  }

  private void makeRoom(int length) throws IOException {
    endBlock();
    if (length > pool.bufferBytes()) {
      current = new byte[length];
      return;
    }
    byte[] buffer = blocks.takeBuffer();
    current = buffer != null ? buffer : spare;
  }

  private void endBlock() throws IOException {
    if (current == null) {
      return;
    }
    byte[] block = current;
    current = null;
    int length = used;
    used = 0;
    if ((block == spare || !blocks.addInMemory(block, length)) && length > 0) {
      blocks.addOnDisk(spill.write(block, length), length);
      spilledRecords += recordsInBlock;
    }
    recordsInBlock = 0;
    if (records == 0) {
      firstBlock = blocks.size();
      firstOffset = 0;
    }
  }

  /** Returns the number of records written to disk. */
  public long spilledRecords() {
    return spilledRecords;
  }

  /** Ends and returns the run. The writer cannot be used afterwards; the spare buffer can. */
  public Run finish() throws IOException {
    endBlock();
    while (partition < partitions.length - 1) {
      endPartition();
      partition++;
    }
    endPartition();
    Run run = new BlockRun(mapIndex, pool, spill, blocks.all(), partitions);
    blocks.handOver();
    return run;
  }

  @Override
  public void close() {
    blocks.close();
  }

  /**
   * Gives the memory of an unfinished run back to the pool at once, on any thread: for a writer
   * whose thread may never go on. If it does, its next block fails. Later calls do nothing.
   */
  public void discard() {
    blocks.discard();
  }
}
