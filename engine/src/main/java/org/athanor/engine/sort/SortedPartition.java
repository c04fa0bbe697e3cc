// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.sort;

import org.athanor.engine.merge.RecordSource;
import org.athanor.engine.run.RecordBatch;
import org.athanor.engine.run.RecordLayout;

/** One partition of a sorted {@link SortBuffer}, as the combiner reads it. */
public final class SortedPartition implements RecordSource {
  private final SortBuffer buffer;
  private final int from;
  private final int to;
  private final RecordBatch ahead = new RecordBatch(RecordBatch.RECORDS);
  private int touched; // the records before this index are in the processor's cache, or were
  private int index;
  private int left; // how often the current record is still repeated
  private boolean repeats;
  private int markedIndex;
  private int markedLeft;
  private byte[] data;
  private int offset;

  public SortedPartition(SortBuffer buffer, int partition) {
    this.buffer = buffer;
    this.from = buffer.start(partition);
    this.to = buffer.start(partition + 1);
    this.index = from - 1;
    this.touched = from;
  }

  @Override
  public boolean next() {
    if (left > 0) {
      left--;
      repeats = true;
      return true;
    }
    index++;
    repeats = false;
    if (!load()) {
      return false;
    }
    left = buffer.repeats(index) - 1;
    return true;
  }

  @Override
  public boolean isNextAvailable() {
    return left > 0 || index + 1 < to;
  }

  private boolean load() {
    if (index >= to) {
      return false;
    }
    if (index == touched) {
      touch();
    }
    data = buffer.sortedBlock(index);
    offset = buffer.sortedOffset(index);
    return true;
  }

  private void touch() {
    ahead.clear();
    int end = Math.min(to, index + ahead.capacity());
    for (int i = index; i < end; i++) {
      ahead.add(buffer.sortedBlock(i), buffer.sortedOffset(i));
    }
    ahead.touch();
    touched = end;
  }

  @Override
  public boolean isRepeated() {
    return repeats;
  }

  @Override
  public byte[] data() {
    return data;
  }

  @Override
  public int keyOffset() {
    return offset + RecordLayout.HEADER;
  }

  @Override
  public int keyLength() {
    return RecordLayout.keyLength(data, offset);
  }

  @Override
  public int valueOffset() {
    return keyOffset() + keyLength();
  }

  @Override
  public int valueLength() {
    return RecordLayout.valueLength(data, offset);
  }

  @Override
  public void mark() {
    markedIndex = index;
    markedLeft = left;
  }

  @Override
  public void rewind() {
    index = markedIndex;
    left = markedLeft;
    repeats = false;
    load();
  }

  @Override
  public float progress() {
    return to == from ? 1 : (float) (index - from) / (to - from);
  }
}
