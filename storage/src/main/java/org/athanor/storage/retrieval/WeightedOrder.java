// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.retrieval;

import java.util.random.RandomGenerator;

/** Weighted random draws without replacement. */
public final class WeightedOrder {
  private static final double MAX_WEIGHT = 1e100;

  private WeightedOrder() {}

  /**
   * Draws an order of the indices 0 to {@code length - 1}. Each place goes to one of the indices
   * that are left, with the probability {@code weight / sum of the weights that are left}, so that
   * an order {@code (a, b, c)} has the probability {@code w(a)/(w(a)+w(b)+w(c)) *
   * w(b)/(w(b)+w(c))}. Indices of weight 0 come last; each order of those is equally likely.
   * Allocates nothing. Takes {@code length - 1} numbers of the generator, and time in proportion to
   * the square of the length.
   *
   * @param weights one for each index, from 0 to 1e100; not changed
   * @param order gets the indices at 0 to {@code length - 1}
   * @param length from 0
   * @throws IllegalArgumentException if a weight is out of range; {@code order} has any content
   *     then
   */
  public static void order(double[] weights, int[] order, int length, RandomGenerator random) {
    for (int i = 0; i < length; i++) {
      check(weights[i], i);
      order[i] = i;
    }
    for (int place = 0; place < length - 1; place++) {
      int chosen = draw(weights, order, place, length, random.nextDouble());
      int index = order[chosen];
      order[chosen] = order[place];
      order[place] = index;
    }
  }

  /**
   * The place of the drawn index, among the places from {@code from}.
   *
   * @param chance from 0 to 1, without 1
   */
  private static int draw(double[] weights, int[] order, int from, int length, double chance) {
    double sum = 0;
    for (int i = from; i < length; i++) {
      sum += weights[order[i]];
    }
    if (sum == 0) {
      return from + (int) (chance * (length - from));
    }
    // Rounding can leave a rest after all weights. The last index with a weight gets it.
    double rest = chance * sum;
    int last = from;
    for (int i = from; i < length; i++) {
      double weight = weights[order[i]];
      if (weight > 0) {
        if (rest < weight) {
          return i;
        }
        rest -= weight;
        last = i;
      }
    }
    return last;
  }

  private static void check(double weight, int index) {
    if (!(weight >= 0 && weight <= MAX_WEIGHT)) {
      throw new IllegalArgumentException(
          "weight " + index + "=" + weight + ": must be from 0 to " + MAX_WEIGHT);
    }
  }
}
