// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

import java.util.ArrayList;
import java.util.List;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.tier.Tiers;

/**
 * HDFS's own placement (K. Ravindranathan, 2015, section 4.1.3.1): the first replica on the
 * writer's node, the second in another rack, the third in the second's rack, the others anywhere.
 * It has no regard to tiers, and does not keep the blocks of a file on the same ones: a tier gets
 * replicas in proportion to its volumes.
 */
public final class NetworkPlacement implements PlacementPolicy {
  private final AllowedTiers tiers;

  /**
   * Creates the policy.
   *
   * @param tiers of the cluster
   * @param allowed those of them that replicas may use, one or more
   */
  public NetworkPlacement(Tiers tiers, List<Tier> allowed) {
    this.tiers = new AllowedTiers(tiers, allowed);
  }

  @Override
  public List<ReplicaRule> rules(PlacementRequest request) {
    List<ReplicaRule> rules = new ArrayList<>();
    for (int i = 0; i < request.replication(); i++) {
      rules.add(new ReplicaRule(places(i, request), tiers.all(), TierUse.ANY_OF));
    }
    return List.copyOf(rules);
  }

  private static List<Place> places(int replica, PlacementRequest request) {
    return switch (replica) {
      case 0 -> Near.writer(request);
      case 1 -> List.of(new Place.OtherRackThan(0), new Place.Anywhere());
      case 2 -> List.of(new Place.SameRackAs(List.of(1)), new Place.Anywhere());
      default -> List.of(new Place.Anywhere());
    };
  }
}
