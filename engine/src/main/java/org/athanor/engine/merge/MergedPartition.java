// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.merge;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.athanor.engine.order.KeyOrder;
import org.athanor.engine.run.RecordBatch;
import org.athanor.engine.run.RecordLayout;
import org.athanor.engine.run.Run;
import org.athanor.engine.run.RunCursor;

/**
 * One partition of many runs, merged: the input of a reduce. If all runs are in memory, the merge
 * is a {@link RecordBatch} ahead of its reader.
 */
public final class MergedPartition implements RecordSource {
  private static final byte[] NO_BUFFER = new byte[0];

  private final RunMerger merger;
  private final long records;

  /**
   * What was merged and not yet read, from {@link #index} on; one record if some are on disk,
   * because their cursor has memory for one block.
   */
  private final RecordBatch ahead;

  private int index;
  private byte[] data;
  private int record;
  private int keyLength;
  private int valueLength;
  private long read;
  private Mark mark;

  /** What is ahead, and where the merge goes on behind it. */
  private record Mark(RunMerger.Mark merge, RecordBatch ahead, long read) {}

  /**
   * @param buffers gives a buffer to each run that has blocks on disk, for as long as the partition
   *     is read
   */
  public MergedPartition(List<Run> runs, int partition, KeyOrder order, Supplier<byte[]> buffers)
      throws IOException {
    List<RunCursor> cursors = new ArrayList<>(runs.size());
    long sum = 0;
    boolean onDisk = false;
    for (Run run : bySize(runs, partition)) {
      cursors.add(run.cursor(partition, order, run.hasBlocksOnDisk() ? buffers.get() : NO_BUFFER));
      sum += run.records(partition);
      onDisk |= run.hasBlocksOnDisk();
    }
    this.records = sum;
    this.merger = new RunMerger(cursors, order);
    this.ahead = new RecordBatch(onDisk ? 1 : RecordBatch.RECORDS);
  }

  /**
   * Smallest first, as Hadoop merges the outputs it holds in memory; it decides between equal keys
   * of different maps.
   */
  private static List<Run> bySize(List<Run> runs, int partition) {
    List<Run> sorted = new ArrayList<>(runs);
    sorted.removeIf(run -> run.records(partition) == 0);
    sorted.sort(
        Comparator.comparingLong((Run run) -> run.hadoopBytes(partition))
            .thenComparingInt(Run::order));
    return sorted;
  }

  /** Records in the partition. */
  public long records() {
    return records;
  }

  @Override
  public boolean next() throws IOException {
    index++;
    if (index >= ahead.size() && !lookAhead()) {
      return false;
    }
    read++;
    load();
    return true;
  }

  private boolean lookAhead() throws IOException {
    index = 0;
    ahead.clear();
    while (ahead.size() < ahead.capacity() && merger.next()) {
      RunCursor cursor = merger.current();
      ahead.add(cursor.data, cursor.record);
    }
    ahead.touch();
    return ahead.size() > 0;
  }

  private void load() {
    data = ahead.data(index);
    record = ahead.record(index);
    keyLength = RecordLayout.keyLength(data, record);
    valueLength = RecordLayout.valueLength(data, record);
  }

  @Override
  public boolean isRepeated() {
    return false;
  }

  /** Where the current record's header begins in {@link #data}. */
  public int recordOffset() {
    return record;
  }

  @Override
  public byte[] data() {
    return data;
  }

  @Override
  public int keyOffset() {
    return record + RecordLayout.HEADER;
  }

  @Override
  public int keyLength() {
    return keyLength;
  }

  @Override
  public int valueOffset() {
    return keyOffset() + keyLength;
  }

  @Override
  public int valueLength() {
    return valueLength;
  }

  @Override
  public void mark() {
    mark = new Mark(merger.mark(), ahead.from(index), read);
  }

  @Override
  public void rewind() throws IOException {
    merger.rewind(mark.merge());
    read = mark.read();
    index = 0;
    ahead.copyFrom(mark.ahead());
    if (ahead.capacity() == 1) {
      // Its block was read again, maybe into another array.
      ahead.set(0, merger.current().data, merger.current().record);
    }
    load();
  }

  @Override
  public float progress() {
    return records == 0 ? 1 : (float) read / records;
  }
}
