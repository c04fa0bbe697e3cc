// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.merge;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.athanor.engine.order.KeyOrder;
import org.athanor.engine.run.RecordLayout;
import org.athanor.engine.run.Run;
import org.athanor.engine.run.RunCursor;

/**
 * Cuts a partition into slices of about equal bytes, so that several threads can reduce it. It
 * merges the runs up to the last cut, without the values, and notes where their cursors are. So it
 * works for each kind of run and each order, and the slices together are the merged partition,
 * record by record. One thread.
 */
public final class PartitionCutter {
  /** From one sign of life to the next. */
  private static final int STEP_RECORDS = 4096;

  private final PartitionCursors open;
  private final RunMerger merger;
  private final Optional<KeyOrder> grouping;
  private final int slices;
  private Optional<RunMerger.Position> start = Optional.empty();
  private long cut; // records of the slices that were returned
  private long merged; // records; more by one than those of the slices from the first cut on
  private long bytes; // of the merged records
  private byte[] key = new byte[64]; // of the record before the current one
  private int keyLength;

  /** Is called now and then while the cutter works. */
  @FunctionalInterface
  public interface Step {
    void run() throws IOException;
  }

  /**
   * @param grouping if present, cuts are only between records that it says are not equal
   * @param slices how many slices there are at most, at least 1
   * @param buffers supplies a buffer for each run that has blocks on disk; in use until the last
   *     slice was returned
   */
  public PartitionCutter(
      List<Run> runs,
      int partition,
      KeyOrder order,
      Optional<KeyOrder> grouping,
      int slices,
      Supplier<byte[]> buffers)
      throws IOException {
    this.open = PartitionCursors.open(runs, partition, order, buffers);
    this.merger = new RunMerger(open.cursors(), order);
    this.grouping = grouping;
    this.slices = slices;
  }

  /** Returns the next slice; empty after the last one. */
  public Optional<PartitionSlice> next(Step step) throws IOException {
    if (cut == open.records()) {
      return Optional.empty();
    }
    long target = nextTarget();
    boolean hasCut = target < open.hadoopBytes() && advanceTo(target, step);
    Optional<RunMerger.Position> end =
        hasCut ? Optional.of(merger.position(open.cursors())) : Optional.empty();
    long before = hasCut ? merged - 1 : open.records();
    PartitionSlice slice = new PartitionSlice(start, before - cut);
    start = end;
    cut = before;
    return Optional.of(slice);
  }

  /** Returns after how many bytes of the partition the next slice may end. */
  private long nextTarget() {
    long current = merged == 0 ? 0 : bytes - currentBytes();
    long share = Math.max(1, open.hadoopBytes() / slices);
    long next = current / share + 1;
    return next >= slices ? open.hadoopBytes() : next * share;
  }

  /** Moves to the first record of the next slice; returns false if there is none. */
  private boolean advanceTo(long target, Step step) throws IOException {
    while (true) {
      boolean reached = bytes >= target && merged > cut;
      if (reached && grouping.isPresent()) {
        keepKey();
      }
      if (!merger.next()) {
        return false;
      }
      merged++;
      bytes += currentBytes();
      if (merged % STEP_RECORDS == 0) {
        step.run();
      }
      if (reached && (grouping.isEmpty() || beginsGroup(grouping.get()))) {
        return true;
      }
    }
  }

  private long currentBytes() {
    RunCursor at = merger.current();
    return RecordLayout.hadoopBytes(
        RecordLayout.keyLength(at.data, at.record), RecordLayout.valueLength(at.data, at.record));
  }

  private void keepKey() {
    RunCursor at = merger.current();
    keyLength = RecordLayout.keyLength(at.data, at.record);
    if (key.length < keyLength) {
      key = new byte[Math.max(keyLength, 2 * key.length)];
    }
    System.arraycopy(at.data, at.record + RecordLayout.HEADER, key, 0, keyLength);
  }

  private boolean beginsGroup(KeyOrder order) {
    RunCursor at = merger.current();
    return order.compare(
            key,
            0,
            keyLength,
            at.data,
            at.record + RecordLayout.HEADER,
            RecordLayout.keyLength(at.data, at.record))
        != 0;
  }
}
