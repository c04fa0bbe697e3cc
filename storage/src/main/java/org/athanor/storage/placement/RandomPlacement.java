// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

import java.util.Collections;
import java.util.List;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.tier.Tiers;

/**
 * Replicas on any hosts, without regard to tiers and racks: the comparator of K. Ravindranathan,
 * 2015, section 4.3. It does not keep the blocks of a file on the same tiers.
 */
public final class RandomPlacement implements PlacementPolicy {
  private final ReplicaRule rule;

  /**
   * Creates the policy.
   *
   * @param tiers of the cluster
   * @param allowed those of them that replicas may use, one or more
   */
  public RandomPlacement(Tiers tiers, List<Tier> allowed) {
    rule =
        new ReplicaRule(
            List.of(new Place.Anywhere()), new AllowedTiers(tiers, allowed).all(), TierUse.ANY_OF);
  }

  @Override
  public List<ReplicaRule> rules(PlacementRequest request) {
    return Collections.nCopies(request.replication(), rule);
  }
}
