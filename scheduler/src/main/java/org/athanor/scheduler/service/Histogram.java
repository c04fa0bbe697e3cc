// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.util.List;

/**
 * How often values were how great.
 *
 * @param bounds ascending; a value that equals a bound is below it
 * @param counts of values up to each bound and above the one before; one more than bounds
 * @param sum of all values
 */
public record Histogram(List<Double> bounds, List<Long> counts, double sum) {
  /** Copies the lists. */
  public Histogram {
    bounds = List.copyOf(bounds);
    counts = List.copyOf(counts);
    if (counts.size() != bounds.size() + 1) {
      throw new IllegalArgumentException(
          counts.size() + " counts for " + bounds.size() + " bounds: must be one more");
    }
  }

  /** How many values there are. */
  public long count() {
    return counts.stream().mapToLong(Long::longValue).sum();
  }
}
