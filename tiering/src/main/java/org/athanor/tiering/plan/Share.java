// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

/**
 * A share that was seen in several periods.
 *
 * @param all over all periods together, from 0 to 1
 * @param lowest of one period
 * @param highest of one period
 * @param periods that were looked at; 0 if none could be, and then the shares say nothing
 */
public record Share(double all, double lowest, double highest, int periods) {
  /** Adds up periods. */
  static final class Sum {
    private double parts;
    private double wholes;
    private double lowest = 1;
    private double highest;
    private int periods;

    /** Adds a period; a whole of 0 says nothing and is left out. */
    void add(double part, double whole) {
      if (whole > 0) {
        parts += part;
        wholes += whole;
        lowest = Math.min(lowest, part / whole);
        highest = Math.max(highest, part / whole);
        periods++;
      }
    }

    Share share() {
      return periods == 0
          ? new Share(0, 0, 0, 0)
          : new Share(parts / wholes, lowest, highest, periods);
    }
  }

  /**
   * How likely the share of the next period lies between the lowest and the highest, if periods are
   * alike and in no particular order: (n − 1) / (n + 1), from 0 to 1.
   */
  public double level() {
    return periods < 2 ? 0 : (periods - 1.0) / (periods + 1.0);
  }

  /** The share of what a factor keeps: all three times the factor. */
  Share times(double factor) {
    return new Share(all * factor, lowest * factor, highest * factor, periods);
  }
}
