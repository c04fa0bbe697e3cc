// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.merge;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.athanor.engine.order.KeyOrder;
import org.athanor.engine.run.Run;
import org.athanor.engine.run.RunCursor;

/** One partition of many runs, merged: the input of a reduce. */
public final class MergedPartition implements RecordSource {
  private static final byte[] NO_BUFFER = new byte[0];

  private final RunMerger merger;
  private final long records;
  private long read;
  private long readAtMark;
  private RunCursor current;
  private RunMerger.Mark mark;

  /**
   * @param buffers gives a buffer to each run that has blocks on disk, for as long as the partition
   *     is read
   */
  public MergedPartition(List<Run> runs, int partition, KeyOrder order, Supplier<byte[]> buffers)
      throws IOException {
    List<RunCursor> cursors = new ArrayList<>(runs.size());
    long sum = 0;
    for (Run run : bySize(runs, partition)) {
      cursors.add(
          new RunCursor(run, partition, order, run.hasBlocksOnDisk() ? buffers.get() : NO_BUFFER));
      sum += run.records(partition);
    }
    this.records = sum;
    this.merger = new RunMerger(cursors, order);
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
    if (!merger.next()) {
      return false;
    }
    read++;
    current = merger.current();
    return true;
  }

  @Override
  public boolean isRepeated() {
    return false;
  }

  /** Where the current record's header begins in {@link #data}. */
  public int recordOffset() {
    return current.recordOffset();
  }

  @Override
  public byte[] data() {
    return current.data;
  }

  @Override
  public int keyOffset() {
    return current.keyOffset;
  }

  @Override
  public int keyLength() {
    return current.keyLength;
  }

  @Override
  public int valueOffset() {
    return current.valueOffset;
  }

  @Override
  public int valueLength() {
    return current.valueLength;
  }

  @Override
  public void mark() {
    mark = merger.mark();
    readAtMark = read;
  }

  @Override
  public void rewind() throws IOException {
    merger.rewind(mark);
    read = readAtMark;
    current = merger.current();
  }

  @Override
  public float progress() {
    return records == 0 ? 1 : (float) read / records;
  }
}
