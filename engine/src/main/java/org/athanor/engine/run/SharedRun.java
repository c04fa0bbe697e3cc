// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.run;

import java.util.concurrent.atomic.AtomicInteger;
import org.athanor.engine.order.KeyOrder;

/**
 * One of several owners' hold on a run. The run's memory is given back when the last owner has
 * released its hold. Thread-safe, but each hold is released by its owner alone.
 */
public final class SharedRun implements Run {
  private final Run run;
  private final AtomicInteger holds;
  private boolean released; // the owner's thread only

  private SharedRun(Run run, AtomicInteger holds) {
    this.run = run;
    this.holds = holds;
  }

  /** Returns the first hold on a run, which belongs to the holds from now on. */
  public static SharedRun of(Run run) {
    return new SharedRun(run, new AtomicInteger(1));
  }

  /** Returns a hold for one more owner. This hold must not be released yet. */
  public SharedRun forAnother() {
    if (holds.getAndUpdate(n -> n == 0 ? 0 : n + 1) == 0) {
      throw new IllegalStateException("the run of map " + mapIndex() + " is released");
    }
    return new SharedRun(run, holds);
  }

  @Override
  public int mapIndex() {
    return run.mapIndex();
  }

  @Override
  public int partitions() {
    return run.partitions();
  }

  @Override
  public long records(int partition) {
    return run.records(partition);
  }

  @Override
  public long hadoopBytes(int partition) {
    return run.hadoopBytes(partition);
  }

  @Override
  public long spilledBytes() {
    return run.spilledBytes();
  }

  @Override
  public boolean hasBlocksOnDisk() {
    return run.hasBlocksOnDisk();
  }

  @Override
  public RunCursor cursor(int partition, KeyOrder order, byte[] buffer) {
    return run.cursor(partition, order, buffer);
  }

  @Override
  public void release() {
    if (!released) {
      released = true;
      if (holds.decrementAndGet() == 0) {
        run.release();
      }
    }
  }
}
