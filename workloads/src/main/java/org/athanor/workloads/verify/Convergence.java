// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.athanor.workloads.program.IterationCount;

/**
 * Checks how many iterations an output is of that ends when it has converged: the result changes by
 * more than the tolerance in each but the last, and not in that, unless it is the last that is
 * allowed. A change within {@value #UNCERTAIN} of the tolerance may be taken for either, because
 * programs add in another order. Immutable.
 */
final class Convergence {
  static final double UNCERTAIN = 1e-9;

  private final int iterations;
  private final int limit;
  private final double tolerance;
  private final String change;

  private Convergence(int iterations, int limit, double tolerance, String change) {
    this.iterations = iterations;
    this.limit = limit;
    this.tolerance = tolerance;
    this.change = change;
  }

  /**
   * Reads how many iterations there were.
   *
   * @param limit number of iterations that are allowed
   * @param change words before an amount of change, for messages
   * @return empty if there is no tolerance, so that the number is fixed
   * @throws WrongOutputException if the output does not say how many there were, or too many
   */
  static Optional<Convergence> of(
      Configuration configuration, Path output, int limit, OptionalDouble tolerance, String change)
      throws IOException, WrongOutputException {
    return tolerance.isPresent()
        ? Optional.of(
            new Convergence(
                iterations(configuration, output, limit), limit, tolerance.getAsDouble(), change))
        : Optional.empty();
  }

  /** Returns how many iterations an output is of; see {@link #of}. */
  static int iterations(Configuration configuration, Path output, int limit)
      throws IOException, WrongOutputException {
    Path file = IterationCount.file(output);
    int iterations;
    try {
      iterations = IterationCount.read(configuration, output);
    } catch (FileNotFoundException absent) {
      throw new WrongOutputException(file + ": does not exist; must have the number of iterations");
    }
    if (iterations > limit) {
      throw new WrongOutputException(file + ": has " + iterations + "; must be from 1 to " + limit);
    }
    return iterations;
  }

  int iterations() {
    return iterations;
  }

  /**
   * Checks the number of iterations.
   *
   * @param changes the change of each iteration
   */
  void check(double[] changes) throws WrongOutputException {
    for (int i = 0; i < iterations - 1; i++) {
      if (changes[i] <= tolerance * (1 - UNCERTAIN)) {
        throw wrong(i + 1, changes[i], "must end after it");
      }
    }
    double last = changes[iterations - 1];
    if (iterations < limit && !(last <= tolerance * (1 + UNCERTAIN))) {
      throw wrong(iterations, last, "must go on after it");
    }
  }

  private WrongOutputException wrong(int iteration, double amount, String must) {
    return new WrongOutputException(
        "the output is of "
            + iterations
            + " iterations; in iteration "
            + iteration
            + ", "
            + change
            + amount
            + ": "
            + must);
  }
}
