// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.merge;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.athanor.engine.order.KeyOrder;
import org.athanor.engine.run.RecordBatch;
import org.athanor.engine.run.RecordLayout;
import org.athanor.engine.run.Run;

/**
 * Merges one partition of many runs: the input of a reduce. If all runs are in memory, the merge is
 * one {@link RecordBatch} ahead of its reader, or more if idle threads help. One thread.
 */
public final class MergedPartition implements RecordSource, AutoCloseable {
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
  private record Mark(RunMerger.Mark merge, List<RecordBatch> ahead, long left, long read) {}

  /**
   * @param buffers supplies a buffer for each run that has blocks on disk; the buffer is in use
   *     until the partition is closed
   * @param idle threads that help to merge runs in memory, unless the merge calls code of the job
   */
  public MergedPartition(
      List<Run> runs, int partition, KeyOrder order, Supplier<byte[]> buffers, IdleThreads idle)
      throws IOException {
    this(PartitionCursors.open(runs, partition, order, buffers), order, Optional.empty(), idle);
  }

  /**
   * Merges only a slice of the partition.
   *
   * @param runs those that were cut, in the same order
   * @param order an order of its own, equal to that by which the partition was cut
   */
  public MergedPartition(
      List<Run> runs,
      int partition,
      PartitionSlice slice,
      KeyOrder order,
      Supplier<byte[]> buffers,
      IdleThreads idle)
      throws IOException {
    this(PartitionCursors.open(runs, partition, order, buffers), order, Optional.of(slice), idle);
  }

  private MergedPartition(
      PartitionCursors open, KeyOrder order, Optional<PartitionSlice> slice, IdleThreads idle)
      throws IOException {
    this.records = slice.map(PartitionSlice::records).orElse(open.records());
    this.onDisk = open.onDisk();
    Optional<RunMerger.Position> start = slice.flatMap(PartitionSlice::start);
    this.merger =
        start.isPresent()
            ? new RunMerger(open.cursors(), order, start.get())
            : new RunMerger(open.cursors(), order);
    if (onDisk) {
      // A cursor of a run on disk has memory for one block only.
      this.ahead = BatchesAhead.forReader(merger, records, 1);
    } else if (order.isOpaque() || idle == IdleThreads.NONE) {
      this.ahead = BatchesAhead.forReader(merger, records, RecordBatch.RECORDS);
    } else {
      this.ahead = BatchesAhead.helpedBy(idle, merger, records);
    }
    this.batch = new RecordBatch(1);
  }

  /** Returns the number of records in the partition, or in the slice of it. */
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
    mark = new Mark(merger.mark(), ahead.copyFrom(index), ahead.left(), read);
  }

  @Override
  public void rewind() throws IOException {
    merger.rewind(mark.merge());
    batch = ahead.rewind(mark.ahead(), mark.left());
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
