// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.decision;

import org.athanor.storage.check.Checks;
import org.athanor.storage.tier.Tier;

/**
 * What {@link AptPlanner} may do.
 *
 * @param primary the tier of popular and average files
 * @param secondary the tier of unpopular files
 * @param replication bounds of the number of replicas
 * @param bounds when a file is unpopular, and when it takes the place of another
 * @param budgetBytes what all replicas on the primary tier may take together, from 0
 * @param lazyDeletion whether replicas that are no longer wanted stay as long as there is budget
 *     for them (K. Ravindranathan, 2015, section 5.2.5)
 */
public record AptRules(
    Tier primary,
    Tier secondary,
    Replication replication,
    Bounds bounds,
    long budgetBytes,
    boolean lazyDeletion) {

  public AptRules {
    if (primary.name().equals(secondary.name())) {
      throw new IllegalArgumentException(
          "tier " + primary.name() + " is primary and secondary: must be two tiers");
    }
    Checks.atLeast(0, "budgetBytes", budgetBytes);
  }

  /**
   * When a file is unpopular, as shares of the average popularity, and how much more popular than
   * another one it must be to take its place. The text has no numbers. Two bounds and a bonus, so
   * that a file whose popularity stays near the limit does not move in each period.
   *
   * @param demoteBelow a file on the primary tier is unpopular below this share, from 0 to 1
   * @param promoteFrom a file on the secondary tier is unpopular below this share, from demoteBelow
   *     to 1, so that a file of average popularity is on the primary tier
   * @param bonus of the replicas that are on the primary tier
   */
  public record Bounds(double demoteBelow, double promoteFrom, Bonus bonus) {
    /** No file is unpopular; AptStore-perf of section 5.3.8.1, which keeps all on one tier. */
    public static final Bounds NEVER = new Bounds(0, 0, Bonus.DEFAULT);

    /** Below 0.5, and from 0.75. */
    public static final Bounds DEFAULT = new Bounds(0.5, 0.75, Bonus.DEFAULT);

    public Bounds {
      if (!(demoteBelow >= 0 && demoteBelow <= 1)) {
        throw new IllegalArgumentException("demoteBelow=" + demoteBelow + ": must be from 0 to 1");
      }
      if (!(promoteFrom >= demoteBelow && promoteFrom <= 1)) {
        throw new IllegalArgumentException(
            "promoteFrom=" + promoteFrom + ": must be from " + demoteBelow + " to 1");
      }
    }
  }
}
