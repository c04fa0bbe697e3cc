// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.stream;

import java.util.OptionalDouble;

/**
 * Searches for the largest rate that holds a bound, as Theodolite and the sustainable throughput of
 * Karimov et al. (ICDE 2018) do: doubles the rate until one does not hold, or halves it until one
 * holds, and then bisects. It ends when the interval is narrow enough, or after a number of steps.
 * Not thread-safe.
 */
final class RateSearch {
  private final double first;
  private final int steps;
  private final double width;
  private double held;
  private double failed = Double.POSITIVE_INFINITY;
  private int done;

  /**
   * A search.
   *
   * @param first rate of the first step
   * @param steps how many there are at most
   * @param width the search ends when a rate that failed is at most 1 + width times one that held
   */
  RateSearch(double first, int steps, double width) {
    this.first = first;
    this.steps = steps;
    this.width = width;
  }

  /** The rate to try next; empty if the search has ended. */
  OptionalDouble next() {
    if (done == steps || (held > 0 && failed <= held * (1 + width))) {
      return OptionalDouble.empty();
    }
    if (done == 0) {
      return OptionalDouble.of(first);
    }
    if (held == 0) {
      return OptionalDouble.of(failed / 2);
    }
    return OptionalDouble.of(failed == Double.POSITIVE_INFINITY ? held * 2 : (held + failed) / 2);
  }

  /** Says whether a rate has held. */
  void tried(double rate, boolean hasHeld) {
    done++;
    if (hasHeld) {
      held = Math.max(held, rate);
    } else {
      failed = Math.min(failed, rate);
    }
  }

  /** The largest rate that has held; empty if none has. */
  OptionalDouble result() {
    return held > 0 ? OptionalDouble.of(held) : OptionalDouble.empty();
  }
}
