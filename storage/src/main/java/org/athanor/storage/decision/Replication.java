// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.decision;

import org.athanor.storage.tier.Tier;

/**
 * Bounds of the number of replicas.
 *
 * @param minimum the cluster's minimum, {@code dfs.namenode.replication.min}, from 1 to the usual
 *     number
 * @param usual what a file of average popularity has; 3 in HDFS
 * @param maximum what the most popular file may have, from the usual number
 */
public record Replication(int minimum, int usual, int maximum) {
  /** At least 1, usually 3, at most 10. */
  public static final Replication DEFAULT = new Replication(1, 3, 10);

  /** A tier that is not durable holds at least this number. */
  private static final int LEAST_UNLESS_DURABLE = 2;

  public Replication {
    if (minimum < 1 || minimum > usual) {
      throw new IllegalArgumentException("minimum=" + minimum + ": must be from 1 to " + usual);
    }
    if (usual < LEAST_UNLESS_DURABLE) {
      throw new IllegalArgumentException(
          "usual=" + usual + ": must be " + LEAST_UNLESS_DURABLE + " or more");
    }
    if (maximum < usual) {
      throw new IllegalArgumentException("maximum=" + maximum + ": must be " + usual + " or more");
    }
  }

  /** The fewest replicas on a tier: 1 only if the tier is durable, and never below the minimum. */
  public int least(Tier tier) {
    return Math.max(minimum, tier.durable() ? 1 : LEAST_UNLESS_DURABLE);
  }

  /**
   * f(P) = clamp(round(usual · P / AVG), usual, maximum).
   *
   * @param share P / AVG
   */
  public int forShare(double share) {
    return (int) Math.max(usual, Math.min(maximum, Math.round(usual * share)));
  }
}
