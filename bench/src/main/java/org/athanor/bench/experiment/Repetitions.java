// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment;

import java.util.Optional;

/**
 * How many measured trials a framework and workload on a number of nodes have.
 *
 * @param least smallest number, 1 or more
 * @param most largest number, {@code least} or more
 * @param interval if present, trials end between the two as soon as the interval of the median time
 *     is within this share of the median on both sides; above 0, at most 1
 */
public record Repetitions(int least, int most, Optional<Double> interval) {

  /** A fixed number. */
  public static Repetitions of(int number) {
    return new Repetitions(number, number, Optional.empty());
  }
}
