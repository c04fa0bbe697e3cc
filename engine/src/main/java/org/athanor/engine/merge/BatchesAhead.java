// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.merge;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.athanor.engine.run.RecordBatch;
import org.athanor.engine.run.RunCursor;

/**
 * Runs a merge ahead of its reader and holds the result in batches. Idle threads ("helpers") fill
 * batches while the reader works, so that even the only or last reduce of a job uses two threads.
 * If no batch is ready, the reader fills one itself. A helper also copies the records, which are
 * scattered in memory, to one place.
 *
 * <p>There is one reader and at most one helper at a time. The thread that holds the merger uses it
 * outside the lock.
 */
final class BatchesAhead {
  /**
   * Capacity in batches. Large enough that help is rarely requested, small enough that a helper's
   * copies are still in a cache when the reader reads them. With the copies, a bit more than 1 MB.
   */
  private static final int BATCHES = 128;

  /** A waiting reader is woken once this many batches are ready. */
  private static final int WAKE_BATCHES = 4;

  private enum Holder {
    NOBODY,
    READER,
    HELPER
  }

  private final RunMerger merger;
  private final IdleThreads idle;
  private final Runnable help = this::help;
  private final RecordBatch[] ring;
  private long left; // records to merge still; belongs to the thread that holds the merger

  @GuardedBy("this")
  private int made = 1;

  @GuardedBy("this")
  private int taken = 1; // the reader reads the batch before this one; the first is empty

  @GuardedBy("this")
  private Holder holder = Holder.NOBODY;

  @GuardedBy("this")
  private boolean ended; // the merger has no more records

  @GuardedBy("this")
  private boolean offered;

  @GuardedBy("this")
  private boolean helpEnded;

  @GuardedBy("this")
  private Throwable failure; // of a helper

  private BatchesAhead(RunMerger merger, long limit, IdleThreads idle, int batches, int records) {
    this.merger = merger;
    this.left = limit;
    this.idle = idle;
    this.helpEnded = batches == 1;
    this.ring = new RecordBatch[batches];
    for (int i = 0; i < batches; i++) {
      ring[i] = new RecordBatch(records);
    }
  }

  /**
   * Batches of a merge that several threads may use, one after the other.
   *
   * @param idle threads that may help
   * @param limit how many records are merged at most
   */
  static BatchesAhead helpedBy(IdleThreads idle, RunMerger merger, long limit) {
    return new BatchesAhead(merger, limit, idle, BATCHES, RecordBatch.RECORDS);
  }

  /**
   * Batches of a merge that only the reader may use.
   *
   * @param limit how many records are merged at most
   * @param records maximum records per batch, at least 1: so many records stay valid while the
   *     merge proceeds
   */
  static BatchesAhead forReader(RunMerger merger, long limit, int records) {
    return new BatchesAhead(merger, limit, IdleThreads.NONE, 1, records);
  }

  /** Returns the next batch, or an empty one at the end. The batch is valid until the next call. */
  RecordBatch next() throws IOException {
    if (!isReady()) {
      RecordBatch batch = ring[0];
      boolean filled = false;
      try {
        fill(batch);
        filled = true;
      } finally {
        made(batch, filled);
      }
    }
    RecordBatch batch = take();
    batch.touch();
    return batch;
  }

  /** Returns whether a batch is ready. If not, the caller now holds the merger. */
  private synchronized boolean isReady() throws IOException {
    while (made == taken && holder == Holder.HELPER) {
      awaitChange();
    }
    if (made > taken) {
      return true;
    }
    rethrowFailure();
    made = 0;
    taken = 0;
    holder = Holder.READER;
    return false;
  }

  private synchronized void made(RecordBatch batch, boolean filled) {
    if (filled) {
      made++;
      ended = batch.size() < batch.capacity();
    }
    holder = Holder.NOBODY;
    notifyAll();
  }

  private RecordBatch take() {
    RecordBatch batch;
    boolean wanted;
    synchronized (this) {
      batch = ring[taken % ring.length];
      taken++;
      wanted = !helpEnded && !ended && !offered && holder == Holder.NOBODY && 2 * ahead() < BATCHES;
      offered |= wanted;
    }
    if (wanted) {
      idle.offer(help);
    }
    return batch;
  }

  @GuardedBy("this")
  private int ahead() {
    return made - taken;
  }

  /** Fills a batch. May be called again after the merger has ended; the batch is then empty. */
  private void fill(RecordBatch batch) throws IOException {
    batch.clear();
    int most = (int) Math.min(batch.capacity(), left);
    while (batch.size() < most && merger.next()) {
      RunCursor cursor = merger.current();
      batch.add(cursor.data, cursor.record);
    }
    left -= batch.size();
  }

  private void help() {
    RecordBatch batch = beginHelp();
    for (int left = BATCHES; batch != null; left--) {
      try {
        fill(batch);
        batch.touch();
        batch.gather();
      } catch (IOException | RuntimeException | Error e) {
        failHelp(e);
        return;
      }
      batch = continueHelp(batch, left > 1);
    }
  }

  private synchronized RecordBatch beginHelp() {
    offered = false;
    while (holder == Holder.READER && !helpEnded) {
      awaitChange();
    }
    if (holder != Holder.NOBODY || helpEnded || ended || isFull()) {
      return null;
    }
    holder = Holder.HELPER;
    return ring[made % ring.length];
  }

  private synchronized RecordBatch continueHelp(RecordBatch filled, boolean hasTime) {
    made++;
    ended = filled.size() < filled.capacity();
    if (hasTime && !helpEnded && !ended && !isFull()) {
      if (ahead() >= WAKE_BATCHES) {
        notifyAll();
      }
      return ring[made % ring.length];
    }
    holder = Holder.NOBODY;
    notifyAll();
    return null;
  }

  private synchronized void failHelp(Throwable e) {
    failure = e;
    helpEnded = true;
    holder = Holder.NOBODY;
    notifyAll();
  }

  @GuardedBy("this")
  private boolean isFull() {
    return ahead() == ring.length - 1;
  }

  @GuardedBy("this")
  private void rethrowFailure() throws IOException {
    if (failure instanceof IOException e) {
      throw e;
    } else if (failure instanceof RuntimeException e) {
      throw e;
    } else if (failure instanceof Error e) {
      throw e;
    }
  }

  /** Stops help: waits until the current helper has finished and admits no other. */
  void endHelp() {
    boolean withdraw;
    synchronized (this) {
      helpEnded = true;
      while (holder == Holder.HELPER) {
        awaitChange();
      }
      withdraw = offered;
      offered = false;
    }
    if (withdraw) {
      idle.withdraw(help);
    }
  }

  /**
   * Returns copies of the batches that the reader has not read. Requires {@link #endHelp}.
   *
   * @param index index of the first record to copy in the current batch
   */
  synchronized List<RecordBatch> copyFrom(int index) {
    List<RecordBatch> copy = new ArrayList<>();
    for (int i = taken - 1; i < made; i++) {
      copy.add(ring[i % ring.length].from(i == taken - 1 ? index : 0));
    }
    return copy;
  }

  /** Returns how many records are not merged yet. Requires {@link #endHelp}. */
  synchronized long left() {
    return left;
  }

  /**
   * Restores the batches that {@link #copyFrom} returned. The caller has already rewound the
   * merger. Requires {@link #endHelp}.
   *
   * @param unmerged what {@link #left} returned then
   * @return the current batch
   */
  synchronized RecordBatch rewind(List<RecordBatch> copy, long unmerged) {
    left = unmerged;
    for (int i = 0; i < copy.size(); i++) {
      ring[i].copyFrom(copy.get(i));
    }
    made = copy.size();
    taken = 1;
    return ring[0];
  }

  /**
   * Waits for a notification. An interrupt does not end the wait, which takes microseconds; the
   * thread's interrupt flag is set again for the caller.
   */
  private void awaitChange() {
    boolean interrupted = false;
    while (true) {
      try {
        wait();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
