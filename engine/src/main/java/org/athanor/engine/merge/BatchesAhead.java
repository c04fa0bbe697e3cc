// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.merge;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.athanor.engine.run.RecordBatch;
import org.athanor.engine.run.RunCursor;

/**
 * What a merge yields, in batches, each ready before it is read: made by the reader itself when
 * there is none, and by idle threads as long as there are any, so that the last reduce of a job, or
 * its only one, keeps two threads busy. A helper also copies the records, which lie anywhere in
 * memory, next to each other.
 *
 * <p>One reader and at most one helper at a time. Whoever holds the merger uses it outside the
 * lock.
 */
final class BatchesAhead {
  /**
   * Batches there is room for: enough to ask for help seldom, few enough that what a helper has
   * copied is in a cache when it is read. With the copies a bit more than 1 MB.
   */
  private static final int BATCHES = 128;

  /** Batches that a waiting reader is woken for. */
  private static final int WORTH_WAKING = 4;

  private enum Holder {
    NOBODY,
    READER,
    HELPER
  }

  private final RunMerger merger;
  private final IdleThreads idle;
  private final Runnable help = this::help;
  private final RecordBatch[] ring;
  // Guarded by this, from here on.
  private int made = 1;
  private int taken = 1; // the reader reads the one before: at first an empty one
  private Holder holder = Holder.NOBODY;
  private boolean ended; // nothing is left in the merger
  private boolean offered;
  private boolean alone;
  private Throwable failure; // of a helper

  private BatchesAhead(RunMerger merger, IdleThreads idle, int batches, int records) {
    this.merger = merger;
    this.idle = idle;
    this.alone = batches == 1;
    this.ring = new RecordBatch[batches];
    for (int i = 0; i < batches; i++) {
      ring[i] = new RecordBatch(records);
    }
  }

  /**
   * Of a merge that may be used by several threads, one after the other.
   *
   * @param idle may help
   */
  static BatchesAhead helpedBy(IdleThreads idle, RunMerger merger) {
    return new BatchesAhead(merger, idle, BATCHES, RecordBatch.RECORDS);
  }

  /**
   * Of a merge that only the reader may use.
   *
   * @param records at most, from 1: how many stay valid while the merge goes on
   */
  static BatchesAhead ofReader(RunMerger merger, int records) {
    return new BatchesAhead(merger, IdleThreads.NONE, 1, records);
  }

  /** The next batch, which may change when this is called again; an empty one at the end. */
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

  /** Whether there is a batch or the end; if not, the caller holds the merger. */
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
      wanted = !alone && !ended && !offered && holder == Holder.NOBODY && 2 * ahead() < BATCHES;
      offered |= wanted;
    }
    if (wanted) {
      idle.offer(help);
    }
    return batch;
  }

  private int ahead() {
    return made - taken;
  }

  /** Calls of the merger after its end only say again that it has ended. */
  private void fill(RecordBatch batch) throws IOException {
    batch.clear();
    while (batch.size() < batch.capacity() && merger.next()) {
      RunCursor cursor = merger.current();
      batch.add(cursor.data, cursor.record);
    }
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
      batch = goOn(batch, left > 1);
    }
  }

  private synchronized RecordBatch beginHelp() {
    offered = false;
    while (holder == Holder.READER && !alone) {
      awaitChange();
    }
    if (holder != Holder.NOBODY || alone || ended || isFull()) {
      return null;
    }
    holder = Holder.HELPER;
    return ring[made % ring.length];
  }

  private synchronized RecordBatch goOn(RecordBatch filled, boolean hasTime) {
    made++;
    ended = filled.size() < filled.capacity();
    if (hasTime && !alone && !ended && !isFull()) {
      if (ahead() >= WORTH_WAKING) {
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
    alone = true;
    holder = Holder.NOBODY;
    notifyAll();
  }

  private boolean isFull() {
    return ahead() == ring.length - 1;
  }

  private void rethrowFailure() throws IOException {
    if (failure instanceof IOException e) {
      throw e;
    } else if (failure instanceof RuntimeException e) {
      throw e;
    } else if (failure instanceof Error e) {
      throw e;
    }
  }

  /** From now on nobody helps; returns once nobody does. */
  void endHelp() {
    boolean withdraw;
    synchronized (this) {
      alone = true;
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
   * A copy of what is ahead of the merger's reader; nobody may help.
   *
   * @param index of the first record in the current batch
   */
  synchronized List<RecordBatch> copyFrom(int index) {
    List<RecordBatch> copy = new ArrayList<>();
    for (int i = taken - 1; i < made; i++) {
      copy.add(ring[i % ring.length].from(i == taken - 1 ? index : 0));
    }
    return copy;
  }

  /**
   * Has again ahead what was, and the merger has been taken back to where it was; nobody may help.
   *
   * @return the batch that is current
   */
  synchronized RecordBatch rewind(List<RecordBatch> copy) {
    for (int i = 0; i < copy.size(); i++) {
      ring[i].copyFrom(copy.get(i));
    }
    made = copy.size();
    taken = 1;
    return ring[0];
  }

  /** What is waited for takes microseconds: an interrupt is left to the caller. */
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
