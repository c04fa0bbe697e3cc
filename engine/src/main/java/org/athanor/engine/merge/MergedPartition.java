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
 * Merges one partition of many runs: the input of a reduce. If all runs are in memory, the merge is
 * one {@link RecordBatch} ahead of its reader, or more if idle threads help. One thread.
 */
public final class MergedPartition implements RecordSource, AutoCloseable {
  private static final byte[] NO_BUFFER = new byte[0];

  private final RunMerger merger;
  private final long records;

  private final BatchesAhead ahead;
  private final boolean onDisk;
  private RecordBatch batch;
  private int index;
  private byte[] data;
  private int record;
  private int keyLength;
  private int valueLength;
  private long read;
  private Mark mark;

  /** A position: the batches not yet read, and the position of the merge after them. */
  private record Mark(RunMerger.Mark merge, List<RecordBatch> ahead, long read) {}

  /**
   * @param buffers supplies a buffer for each run that has blocks on disk; the buffer is in use
   *     until the partition is closed
   * @param idle threads that help to merge runs in memory, unless the merge calls code of the job
   */
  public MergedPartition(
      List<Run> runs, int partition, KeyOrder order, Supplier<byte[]> buffers, IdleThreads idle)
      throws IOException {
    List<RunCursor> cursors = new ArrayList<>(runs.size());
    long sum = 0;
    boolean disk = false;
    for (Run run : bySize(runs, partition)) {
      cursors.add(run.cursor(partition, order, run.hasBlocksOnDisk() ? buffers.get() : NO_BUFFER));
      sum += run.records(partition);
      disk |= run.hasBlocksOnDisk();
    }
    this.records = sum;
    this.onDisk = disk;
    this.merger = new RunMerger(cursors, order);
    if (disk) {
      // A cursor of a run on disk has memory for one block only.
      this.ahead = BatchesAhead.forReader(merger, 1);
    } else if (order.isOpaque() || idle == IdleThreads.NONE) {
      this.ahead = BatchesAhead.forReader(merger, RecordBatch.RECORDS);
    } else {
      this.ahead = BatchesAhead.helpedBy(idle, merger);
    }
    this.batch = new RecordBatch(1);
  }

  /**
   * Sorts the runs by size, smallest first, as Hadoop does with map outputs in memory. This
   * determines the order of equal keys of different maps.
   */
  private static List<Run> bySize(List<Run> runs, int partition) {
    List<Run> sorted = new ArrayList<>(runs);
    sorted.removeIf(run -> run.records(partition) == 0);
    sorted.sort(
        Comparator.comparingLong((Run run) -> run.hadoopBytes(partition))
            .thenComparingInt(Run::mapIndex));
    return sorted;
  }

  /** Returns the number of records in the partition. */
  public long records() {
    return records;
  }

  @Override
  public boolean next() throws IOException {
    index++;
    if (index >= batch.size()) {
      batch = ahead.next();
      index = 0;
      if (batch.size() == 0) {
        return false;
      }
    }
    read++;
    load();
    return true;
  }

  @Override
  public boolean isNextAvailable() {
    return index + 1 < batch.size();
  }

  private void load() {
    data = batch.data(index);
    record = batch.record(index);
    keyLength = RecordLayout.keyLength(data, record);
    valueLength = RecordLayout.valueLength(data, record);
  }

  @Override
  public boolean isRepeated() {
    return false;
  }

  /** Returns the offset of the current record's header in {@link #data}. */
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
    ahead.endHelp();
    mark = new Mark(merger.mark(), ahead.copyFrom(index), read);
  }

  @Override
  public void rewind() throws IOException {
    merger.rewind(mark.merge());
    batch = ahead.rewind(mark.ahead());
    index = 0;
    read = mark.read();
    if (onDisk) {
      // The block may now be in another array, because it was read again.
      batch.set(0, merger.current().data, merger.current().record);
    }
    if (batch.size() > 0) {
      load();
    }
  }

  @Override
  public float progress() {
    return records == 0 ? 1 : (float) read / records;
  }

  /** Ends the merge; returns once no other thread reads the runs. */
  @Override
  public void close() {
    ahead.endHelp();
  }
}
