// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.fit;

import java.util.function.ToDoubleFunction;

/**
 * Finds where a function of positive numbers is least, by changing one of them at a time, with
 * smaller steps when no step helps any more. Finds a least value near its start only; takes no
 * chances, so equal calls have equal results.
 */
final class CoordinateSearch {
  private static final double[] STEPS = {1.2, 1.1, 1.05, 1.02, 1.01};
  private static final int MOST_ROUNDS = 100;

  private final ToDoubleFunction<double[]> cost;
  private final double[] at;
  private double least;

  private CoordinateSearch(ToDoubleFunction<double[]> cost, double... start) {
    this.cost = cost;
    at = start.clone();
    least = cost.applyAsDouble(at);
  }

  /**
   * Searches.
   *
   * @param start above 0, each
   * @return as many numbers as in {@code start}
   */
  static double[] minimum(ToDoubleFunction<double[]> cost, double... start) {
    CoordinateSearch search = new CoordinateSearch(cost, start);
    for (double step : STEPS) {
      int rounds = 0;
      while (rounds < MOST_ROUNDS && search.improves(step)) {
        rounds++;
      }
    }
    return search.at;
  }

  private boolean improves(double step) {
    boolean better = false;
    for (int i = 0; i < at.length; i++) {
      better |= improves(i, step) || improves(i, 1 / step);
    }
    return better;
  }

  private boolean improves(int index, double factor) {
    double before = at[index];
    at[index] *= factor;
    double found = cost.applyAsDouble(at);
    if (found < least) {
      least = found;
      return true;
    }
    at[index] = before;
    return false;
  }
}
