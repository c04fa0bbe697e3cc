// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import org.apache.hadoop.mapred.Counters;

/**
 * One of Hadoop's counters that grows with every record. It counts in a field of its own and tells
 * Hadoop's counter when somebody looks: Hadoop's increment compares the counter's name each time.
 * As soon as user code asks for the counter, it is told of every record.
 *
 * <p>Guarded by whatever guards the records it counts; {@link #tell} and {@link #watch} on the
 * attempt's thread only.
 */
final class RecordCounter {
  private final Counters.Counter counter;
  private long untold;
  private boolean watched;

  RecordCounter(Counters.Counter counter) {
    this.counter = counter;
  }

  void increment(long amount) {
    if (watched) {
      counter.increment(amount);
    } else {
      untold += amount;
    }
  }

  /** Brings Hadoop's counter up to date. */
  void tell() {
    counter.increment(untold);
    untold = 0;
  }

  /** Keeps Hadoop's counter up to date from now on. */
  void watch() {
    tell();
    watched = true;
  }
}
