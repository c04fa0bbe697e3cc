// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.OptionalDouble;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.athanor.workloads.lines.MalformedRecordException;
import org.athanor.workloads.program.IterationCount;

/**
 * Checks how many iterations an output is of.
 *
 * <p>With a tolerance, the result changes by more than that in each iteration but the last, and not
 * in that, unless it is the last that is allowed. Programs add in another order than the check, so
 * that a change may be taken for either if it differs from the tolerance by no more than {@value
 * #UNCERTAIN} of that, or by no more than the error of these sums. If the tolerance is not above
 * this error, and a change is so small, nobody can tell when the iterations must end, which is
 * refused.
 *
 * <p>Without a tolerance, an output may say how many there were. There must be as many as allowed;
 * or fewer, where nothing changes any more once an iteration has changed nothing but by the error
 * of sums.
 *
 * <p>Immutable.
 */
final class Convergence {
  static final double UNCERTAIN = 1e-9;

  /** The largest relative error of one operation with doubles. */
  static final double ROUNDING = 0x1p-53;

  private final int iterations;
  private final int limit;
  private final OptionalDouble tolerance;
  private final String change;
  private final boolean ends;

  private Convergence(
      int iterations, int limit, OptionalDouble tolerance, String change, boolean ends) {
    this.iterations = iterations;
    this.limit = limit;
    this.tolerance = tolerance;
    this.change = change;
    this.ends = ends;
  }

  /**
   * Reads how many iterations there were.
   *
   * @param limit number of iterations that are allowed
   * @param tolerance empty if the number is fixed; the output then need not say it
   * @param change words before an amount of change, for messages
   * @param ends whether nothing changes any more after an iteration that has changed nothing, so
   *     that a program may end there also without a tolerance
   * @throws WrongOutputException if the output does not say how many there were, or too many
   */
  static Convergence of(
      Configuration configuration,
      Path output,
      int limit,
      OptionalDouble tolerance,
      String change,
      boolean ends)
      throws IOException, WrongOutputException {
    Path file = IterationCount.file(output);
    boolean stated = tolerance.isPresent() || file.getFileSystem(configuration).exists(file);
    return new Convergence(
        stated ? iterations(configuration, output, limit) : limit, limit, tolerance, change, ends);
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
    } catch (MalformedRecordException wrong) {
      throw new WrongOutputException(wrong.getMessage());
    }
    if (iterations > limit) {
      throw new WrongOutputException(file + ": has " + iterations + "; must be from 1 to " + limit);
    }
    return iterations;
  }

  /** Returns how many iterations the output is of. */
  int iterations() {
    return iterations;
  }

  /** Returns words for the end of a report; none if the number is fixed. */
  String report() {
    return tolerance.isPresent() ? " after " + iterations + " iterations" : "";
  }

  /**
   * Checks the number of iterations.
   *
   * @param changes the change of each iteration
   * @param error most by which a change differs if a program adds in another order
   */
  void check(double[] changes, double error) throws WrongOutputException {
    double least = tolerance.orElse(0);
    double uncertain = Math.max(UNCERTAIN * least, error);
    if (tolerance.isPresent()) {
      for (int i = 0; i < iterations - 1; i++) {
        if (least <= uncertain && changes[i] <= least + uncertain) {
          throw new WrongOutputException(
              "the number of iterations cannot be checked: tolerance "
                  + least
                  + " is not above "
                  + error
                  + ", the rounding error of a change, and iteration "
                  + (i + 1)
                  + " changes by "
                  + changes[i]
                  + "; the tolerance must be larger");
        }
        if (changes[i] <= least - uncertain) {
          throw wrong(i + 1, changes[i], "must end after it");
        }
      }
    }
    double last = changes[iterations - 1];
    boolean mayEnd = last <= least + uncertain && (tolerance.isPresent() || ends);
    if (iterations < limit && !mayEnd) {
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
