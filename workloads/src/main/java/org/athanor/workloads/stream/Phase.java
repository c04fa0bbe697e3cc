// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.stream;

/**
 * A part of a stream with one rate, and the schedule of its records. Record i of partition p, the
 * first one of the phase being f, is due at start + ((i − f) × partitions + p) / rate. Immutable
 * but for {@link #cancel}; thread-safe.
 */
final class Phase {
  /** The rate of a phase whose records are sent as fast as possible; they have no schedule. */
  static final double SATURATING = Double.POSITIVE_INFINITY;

  private final long startNanos;
  private final double rate;
  private final long[] first;
  private final long[] end;
  private final double nanosPerRecord;
  private final long settledNanos;
  private volatile boolean cancelled;

  /**
   * A phase.
   *
   * @param startNanos as of {@link System#nanoTime}
   * @param rate records per second of all partitions
   * @param first index of the first record of each partition
   * @param records of all partitions together
   * @param settleSeconds records that are due in so many seconds at the start do not count
   */
  Phase(long startNanos, double rate, long[] first, long records, long settleSeconds) {
    this.startNanos = startNanos;
    this.rate = rate;
    this.first = first.clone();
    this.end = first.clone();
    this.nanosPerRecord = 1e9 / rate;
    this.settledNanos = startNanos + settleSeconds * 1_000_000_000;
    int partitions = first.length;
    for (int p = 0; p < partitions; p++) {
      end[p] += (records - p + partitions - 1) / partitions;
    }
  }

  boolean saturating() {
    return rate == SATURATING;
  }

  double rate() {
    return rate;
  }

  long startNanos() {
    return startNanos;
  }

  /** The index after the last record of a partition, if the phase is not cancelled. */
  long end(int partition) {
    return end[partition];
  }

  /**
   * Whether all records of the phase are sent.
   *
   * @param sent how many of each partition are, those of earlier phases included
   */
  boolean whole(long[] sent) {
    for (int p = 0; p < end.length; p++) {
      if (sent[p] < end[p]) {
        return false;
      }
    }
    return true;
  }

  /** When a record is due, as of {@link System#nanoTime}; the start if there is no schedule. */
  long due(int partition, long index) {
    return startNanos
        + (long) (((index - first[partition]) * first.length + partition) * nanosPerRecord);
  }

  /**
   * Whether a record that is due at a time counts for latencies: there is a schedule, and JVMs are
   * warm.
   */
  boolean counts(long dueNanos) {
    return !saturating() && dueNanos >= settledNanos;
  }

  /** How many records of all partitions are due at a time. */
  long dueBy(long nanos) {
    long all = 0;
    for (int p = 0; p < first.length; p++) {
      all += end[p] - first[p];
    }
    if (nanos < startNanos) {
      return 0;
    }
    return saturating() ? all : Math.min(all, 1 + (long) ((nanos - startNanos) / nanosPerRecord));
  }

  /** Has the producers send no more records of this phase. */
  void cancel() {
    cancelled = true;
  }

  boolean cancelled() {
    return cancelled;
  }
}
