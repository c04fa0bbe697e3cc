// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.power;

/**
 * The energy of a node between two points in time, from readings of its power: the sum of the
 * trapezoids between readings, cut at both points. Before the first reading and after the last one
 * the power is taken to be theirs.
 *
 * <p>Where readings are further apart than a limit, or the ends are further from the next reading,
 * the power is not known; such a time is added to the gaps. Its size does not depend on the number
 * of readings. Times are those of {@link System#nanoTime}. Not thread-safe.
 */
final class EnergyIntegral {
  private final long start;
  private final long longest;
  private long end = Long.MAX_VALUE;
  private PowerReading last;
  private double joules;
  private long gap;
  private int readings;

  /**
   * Begins at a point in time.
   *
   * @param before the last reading before it; null if there is none
   * @param longest nanoseconds between readings within which the power is known
   */
  EnergyIntegral(long start, PowerReading before, long longest) {
    this.start = start;
    this.last = before;
    this.longest = longest;
  }

  /** Adds a reading. One that is not later than the one before, or after the end, is left out. */
  void add(PowerReading reading) {
    if (last != null && (reading.nanos() - last.nanos() <= 0 || isComplete())) {
      return;
    }
    if (reading.nanos() - start > 0) {
      long from = last == null ? start : later(last.nanos(), start);
      long to = earlier(reading.nanos(), end);
      if (to - from > 0) {
        joules += (at(from, reading) + at(to, reading)) / 2 * (to - from) / 1e9;
        long apart = last == null ? to - from : reading.nanos() - last.nanos();
        gap += apart > longest ? to - from : 0;
      }
      if (end == Long.MAX_VALUE || reading.nanos() - end <= 0) {
        readings++;
      }
    }
    last = reading;
  }

  /** The power at a time between the last reading and the next one, on the line between them. */
  private double at(long nanos, PowerReading next) {
    if (last == null) {
      return next.watts();
    }
    double part = (double) (nanos - last.nanos()) / (next.nanos() - last.nanos());
    return last.watts() + (next.watts() - last.watts()) * part;
  }

  /** Sets the end; readings after it may still be added, so that the last trapezoid is known. */
  void end(long nanos) {
    end = nanos;
  }

  /** Whether the power until the end is known. */
  boolean isComplete() {
    return end != Long.MAX_VALUE && last != null && last.nanos() - end >= 0;
  }

  /** Completes the energy; no reading is added after this. */
  void finish() {
    if (last != null && !isComplete()) {
      long from = later(last.nanos(), start);
      joules += last.watts() * (end - from) / 1e9;
      gap += end - last.nanos() > longest ? end - from : 0;
    } else if (last == null) {
      gap = end - start;
    }
  }

  double joules() {
    return joules;
  }

  double seconds() {
    return (end - start) / 1e9;
  }

  /** Seconds in which the power is not known. */
  double gapSeconds() {
    return gap / 1e9;
  }

  /** Number of readings between start and end. */
  int readings() {
    return readings;
  }

  private static long later(long one, long other) {
    return one - other > 0 ? one : other;
  }

  private static long earlier(long one, long other) {
    return other == Long.MAX_VALUE || one - other < 0 ? one : other;
  }
}
