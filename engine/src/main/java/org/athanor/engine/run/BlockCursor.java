// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.run;

import java.io.IOException;
import org.athanor.engine.order.KeyOrder;

/** Reads a partition of a {@link BlockRun}. */
final class BlockCursor extends RunCursor {
  private final BlockRun run;
  private final KeyOrder order;
  private final byte[] buffer;
  private long remaining;
  private int blockIndex;
  private int position;
  private int blockLength;
  private IOException failure;

  BlockCursor(BlockRun run, int partition, KeyOrder order, byte[] buffer) {
    this.run = run;
    this.order = order;
    this.buffer = buffer;
    BlockRun.Partition start = run.partition(partition);
    this.remaining = start.records();
    this.blockIndex = start.firstBlock() - 1;
    this.position = start.offset();
  }

  @Override
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
    record = position;
    int keyLength = RecordLayout.keyLength(data, record);
    int key = record + RecordLayout.HEADER;
    position = key + keyLength + RecordLayout.valueLength(data, record);
    setPrefix(order.prefix(data, key, keyLength));
  }

  @Override
  public Place place() {
    return new Place(blockIndex, record, remaining);
  }

  @Override
  public void moveTo(Place place) throws IOException {
    if (place.block() != blockIndex || data == null || failure != null) {
      load(place.block());
    }
    remaining = place.remaining();
    position = place.position();
    parse();
  }

  private void load(int index) throws IOException {
    if (failure != null) {
      throw failure;
    }
    BlockRun.Block block = run.block(index);
    try {
      data =
          block.memory() != null
              ? block.memory()
              : run.spill().read(block.position(), block.length(), buffer);
    } catch (IOException e) {
      // The buffer may now hold an incomplete block, so each later call fails with the same
      // exception.
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
