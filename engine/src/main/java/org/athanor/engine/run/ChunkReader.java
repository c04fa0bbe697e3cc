// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.athanor.engine.order.KeyOrder;

/**
 * Cuts a chunk of a run into blocks: the partitions that another Worker owns, each block with as
 * many records as fit. A {@link ChunkWriter} makes a run of the blocks again. One thread.
 */
public final class ChunkReader {
  /** How many bytes longer a record in a block can be than in Hadoop's intermediate format. */
  private static final int LONGER = RecordLayout.HEADER - 2;

  private final Run run;
  private final int[] partitions;
  private final KeyOrder order;
  private final byte[] readBuffer;
  private final int blockBytes;
  private final List<ChunkBlock.Part> parts = new ArrayList<>();
  private int index = -1; // in partitions
  private RunCursor cursor; // null before the first partition, and between two
  private boolean atRecord; // the cursor is at a record that is not in a block yet
  private long bytesLeft; // at least so many bytes hold all records that are not in a block yet
  private byte[] block;
  private int used;
  private int partOffset;
  private long records;
  private long hadoopBytes;

  /**
   * @param partitions ascending
   * @param order any order of the run's keys
   * @param readBuffer as for {@link Run#cursor}
   * @param blockBytes a block has at most so many bytes, unless it holds one larger record
   */
  public ChunkReader(Run run, int[] partitions, KeyOrder order, byte[] readBuffer, int blockBytes) {
    this.run = run;
    this.partitions = partitions.clone();
    this.order = order;
    this.readBuffer = readBuffer;
    this.blockBytes = blockBytes;
    for (int partition : partitions) {
      bytesLeft += run.hadoopBytes(partition) + LONGER * run.records(partition);
    }
  }

  /** Returns the next block; null after the last. */
  public ChunkBlock next() throws IOException {
    parts.clear();
    block = null;
    used = 0;
    while (atRecord || advance()) {
      int length = RecordLayout.length(cursor.data, cursor.record);
      if (block == null) {
        block = new byte[Math.max(length, (int) Math.min(blockBytes, bytesLeft))];
      } else if (length > block.length - used) {
        break;
      }
      append(length);
    }
    endPart();
    return block == null ? null : new ChunkBlock(block, used, parts);
  }

  /** Moves to the next record; returns false if there is none. */
  private boolean advance() throws IOException {
    while (cursor == null || !cursor.next()) {
      endPart();
      index++;
      if (index >= partitions.length) {
        cursor = null;
        return false;
      }
      cursor = run.cursor(partitions[index], order, readBuffer);
    }
    atRecord = true;
    return true;
  }

  private void append(int length) {
    if (records == 0) {
      partOffset = used;
    }
    System.arraycopy(cursor.data, cursor.record, block, used, length);
    int keyLength = RecordLayout.keyLength(block, used);
    long size = RecordLayout.hadoopBytes(keyLength, RecordLayout.valueLength(block, used));
    used += length;
    records++;
    hadoopBytes += size;
    bytesLeft -= size + LONGER;
    atRecord = false;
  }

  private void endPart() {
    if (records > 0) {
      parts.add(new ChunkBlock.Part(partitions[index], partOffset, records, hadoopBytes));
      records = 0;
      hadoopBytes = 0;
    }
  }
}
