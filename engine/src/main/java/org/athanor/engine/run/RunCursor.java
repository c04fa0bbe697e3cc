// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.run;

import java.io.IOException;
import org.athanor.engine.order.KeyOrder;

/**
 * Reads one partition of a run, record by record, in sort order. The fields of the current record
 * are public for the merger's inner loop; they are valid after {@link #next} returned true, until
 * it is called again. One thread.
 */
public final class RunCursor {
  private final Run run;
  private final KeyOrder order;
  private final byte[] buffer;
  private long remaining;
  private int blockIndex;
  private int position;
  private int blockLength;
  private IOException failure;

  public byte[] data;
  public int keyOffset;
  public int keyLength;
  public int valueOffset;
  public int valueLength;
  public long prefix;

  /**
   * @param buffer what blocks on disk are read into, of the pool's buffer size, used by this cursor
   *     alone; may be empty if the run has no {@linkplain Run#hasBlocksOnDisk blocks on disk}
   */
  public RunCursor(Run run, int partition, KeyOrder order, byte[] buffer) {
    this.run = run;
    this.order = order;
    this.buffer = buffer;
    Run.Partition start = run.partition(partition);
    this.remaining = start.records();
    this.blockIndex = start.firstBlock() - 1;
    this.position = start.offset();
  }

  /** Moves to the next record. */
  public boolean next() throws IOException {
    if (remaining == 0) {
      data = null;
      return false;
    }
    remaining--;
    while (position >= blockLength) {
      nextBlock();
    }
    parse();
    return true;
  }

  private void parse() {
    int record = position;
    byte[] block = data;
    keyLength = RecordLayout.keyLength(block, record);
    valueLength = RecordLayout.valueLength(block, record);
    keyOffset = record + RecordLayout.HEADER;
    valueOffset = keyOffset + keyLength;
    position = valueOffset + valueLength;
    prefix = order.prefix(block, keyOffset, keyLength);
  }

  /** Where the current record begins in {@link #data}: its header. */
  public int recordOffset() {
    return keyOffset - RecordLayout.HEADER;
  }

  /** A record's place; see {@link #place}. */
  public record Place(int block, int record, long remaining) {}

  /** Where the current record is. */
  public Place place() {
    return new Place(blockIndex, recordOffset(), remaining);
  }

  /** Goes to a record that was current before. */
  public void moveTo(Place place) throws IOException {
    if (place.block() != blockIndex || data == null || failure != null) {
      load(place.block());
    }
    remaining = place.remaining();
    position = place.record();
    parse();
  }

  private void load(int index) throws IOException {
    if (failure != null) {
      throw failure;
    }
    Run.Block block = run.block(index);
    try {
      data =
          block.memory() != null
              ? block.memory()
              : run.spill().read(block.position(), block.length(), buffer);
    } catch (IOException e) {
      // The buffer may hold half a block now: whoever goes on after this is told again.
      failure = e;
      throw e;
    }
    blockIndex = index;
    blockLength = block.length();
  }

  private void nextBlock() throws IOException {
    boolean first = data == null;
    load(blockIndex + 1);
    if (!first) {
      position = 0;
    }
  }
}
