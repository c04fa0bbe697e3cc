// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.merge;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.athanor.engine.order.KeyOrder;
import org.athanor.engine.run.RecordLayout;
import org.athanor.engine.run.Run;
import org.athanor.engine.run.RunCursor;

/**
 * One partition of many runs, merged: the input of a reduce.
 *
 * <p>Records of neighbouring keys lie anywhere in memory, so that the processor would wait for each
 * of them. If all runs are in memory, the merge is {@value #LOOK_AHEAD} records ahead of its reader
 * and touches those records together: their loads overlap.
 */
public final class MergedPartition implements RecordSource {
  private static final byte[] NO_BUFFER = new byte[0];
  private static final int LOOK_AHEAD = 64;

  private final RunMerger merger;
  private final long records;

  // What was merged and not yet read, from index to count; one record if some are on disk, because
  // their cursor has memory for one block.
  private final byte[][] aheadData;
  private final int[] aheadRecords;
  private int index;
  private int count;

  /** Keeps the loads of {@link #lookAhead} from being optimised away. */
  @SuppressWarnings("UnusedVariable")
  private int touched;

  private byte[] data;
  private int record;
  private int keyLength;
  private int valueLength;
  private long read;
  private Mark mark;

  /** What is ahead, and where the merge goes on behind it. */
  private static final class Mark {
    private final RunMerger.Mark merge;
    private final byte[][] data;
    private final int[] records;
    private final long read;

    private Mark(RunMerger.Mark merge, byte[][] data, int[] records, long read) {
      this.merge = merge;
      this.data = data;
      this.records = records;
      this.read = read;
    }
  }

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
    int ahead = onDisk ? 1 : LOOK_AHEAD;
    this.aheadData = new byte[ahead][];
    this.aheadRecords = new int[ahead];
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
    if (index >= count && !lookAhead()) {
      return false;
    }
    read++;
    load();
    return true;
  }

  private boolean lookAhead() throws IOException {
    index = 0;
    count = 0;
    while (count < aheadData.length && merger.next()) {
      take(count++);
    }
    int sum = 0;
    for (int i = 0; i < count; i++) {
      sum += aheadData[i][aheadRecords[i]];
    }
    for (int i = 0; i < count; i++) {
      byte[] block = aheadData[i];
      int begin = aheadRecords[i];
      int end =
          begin
              + RecordLayout.HEADER
              + RecordLayout.keyLength(block, begin)
              + RecordLayout.valueLength(block, begin);
      sum += block[(begin + end) >>> 1] + block[end - 1];
    }
    touched = sum;
    return count > 0;
  }

  private void take(int place) {
    RunCursor cursor = merger.current();
    aheadData[place] = cursor.data;
    aheadRecords[place] = cursor.record;
  }

  private void load() {
    data = aheadData[index];
    record = aheadRecords[index];
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
    mark =
        new Mark(
            merger.mark(),
            Arrays.copyOfRange(aheadData, index, count),
            Arrays.copyOfRange(aheadRecords, index, count),
            read);
  }

  @Override
  public void rewind() throws IOException {
    merger.rewind(mark.merge);
    read = mark.read;
    index = 0;
    count = mark.records.length;
    System.arraycopy(mark.data, 0, aheadData, 0, count);
    System.arraycopy(mark.records, 0, aheadRecords, 0, count);
    if (aheadData.length == 1) {
      take(0);
    }
    load();
  }

  @Override
  public float progress() {
    return records == 0 ? 1 : (float) read / records;
  }
}
