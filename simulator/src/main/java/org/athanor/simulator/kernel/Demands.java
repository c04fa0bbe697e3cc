// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.kernel;

/** What the flows of one resource would use of it, and the level to which they are cut. */
final class Demands {
  private double[] demands = new double[64];

  /** How many of the demands were below a bound, at the last {@link #sumBelow}. */
  private int below;

  /** Room for a number of demands, to be filled from the first on. */
  double[] room(int count) {
    if (demands.length < count) {
      demands = new double[Math.max(count, 2 * demands.length)];
    }
    return demands;
  }

  /** The demands as they were filled in last, from the first on. */
  double[] values() {
    return demands;
  }

  /**
   * The level at which the demands, cut to it, need all units. They must demand more than these.
   *
   * @param count of the demands
   * @param guess near it
   */
  double level(double units, int count, double guess) {
    // Those that want less than an equal share get what they want; the others share the rest. Their
    // share grows from step to step, and is never above the level; so one step from any guess leads
    // to a share from which this goes on.
    double less = sumBelow(guess, count);
    int sharing = count - below;
    double found = sharing == 0 ? 0 : (units - less) / sharing;
    if (found < guess) {
      sharing = count;
      found = Math.max(found, units / count);
    }
    while (true) {
      less = sumBelow(found, count);
      if (below <= count - sharing) {
        // None more; fewer only where digits end.
        return found;
      }
      if (below == count) {
        // They need all units, but for the last digit.
        return found;
      }
      sharing = count - below;
      found = (units - less) / sharing;
    }
  }

  /** The sum of the demands below a bound; {@link #below} is their number then. */
  private double sumBelow(double bound, int count) {
    double[] demand = demands;
    double sum = 0;
    int number = 0;
    for (int i = 0; i < count; i++) {
      if (demand[i] < bound) {
        sum += demand[i];
        number++;
      }
    }
    below = number;
    return sum;
  }
}
