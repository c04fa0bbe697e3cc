// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.decision;

/**
 * What those have that are there before those that come: they count as more popular than they are.
 * So two files of nearly the same popularity do not take turns at the edge of a budget, and nothing
 * moves for noise. Ours: the text (K. Ravindranathan, 2015) sorts by popularity alone.
 *
 * @param factor so many times as popular, from 1; 1 is no bonus
 */
public record Bonus(double factor) {
  /** A newcomer must be more popular by a tenth. */
  public static final Bonus DEFAULT = new Bonus(1.1);

  /** Popularity alone counts. */
  public static final Bonus NONE = new Bonus(1);

  public Bonus {
    if (!(factor >= 1) || Double.isInfinite(factor)) {
      throw new IllegalArgumentException(
          "bonus factor=" + factor + ": must be 1 or more, and finite");
    }
  }

  /** The popularity that counts for one that is there; popularity may be negative. */
  double of(double popularity) {
    return popularity < 0 ? popularity / factor : popularity * factor;
  }
}
