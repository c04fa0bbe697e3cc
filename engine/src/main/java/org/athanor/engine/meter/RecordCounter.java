// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.meter;

import org.apache.hadoop.mapred.Counters;

/**
 * One of Hadoop's counters that grows with every record. It counts in a field of its own, because
 * Hadoop's increment compares the counter's name each time, and updates Hadoop's counter when that
 * is needed. Once user code has fetched the counter, every record updates it.
 *
 * <p>{@link #increment} is guarded by whatever guards the records that it counts. The other methods
 * may be called by any thread meanwhile; no increment is lost or counted twice.
 */
public final class RecordCounter {
  private final Counters.Counter counter;

  /** Written only by {@link #increment}, so that other threads can read it without its guard. */
  private long total;

  private long published; // guarded by this: how much of total Hadoop's counter has
  private volatile boolean watched;

  public RecordCounter(Counters.Counter counter) {
    this.counter = counter;
  }

  public void increment(long amount) {
    total += amount;
    if (watched) {
      publish();
    }
  }

  /** Brings Hadoop's counter up to date. */
  public synchronized void publish() {
    long now = total;
    counter.increment(now - published);
    published = now;
  }

  /** Keeps Hadoop's counter up to date from now on. */
  public void watch() {
    watched = true;
    publish();
  }
}
