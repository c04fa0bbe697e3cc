// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

import java.util.ArrayList;
import java.util.List;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.tier.Tiers;

/**
 * Replicas on different tiers and in two racks (K. Ravindranathan, 2015, section 4.1.3.3): the
 * first on the writer's node, the second in another rack and on another tier, the third on a tier
 * that differs from both, in the rack of one of them. The file's tiers are those of {@link
 * TierPlacement}. A writer's node seldom has the fastest tier: the first replica takes the fastest
 * of the file's tiers that the node has, and the others take those that are left. Replicas for
 * which no tier is left go to the slowest of the file's tiers that has room.
 */
public final class HybridPlacement implements PlacementPolicy {
  private final AllowedTiers tiers;

  /**
   * Creates the policy.
   *
   * @param tiers of the cluster
   * @param allowed those of them that replicas may use, one or more
   */
  public HybridPlacement(Tiers tiers, List<Tier> allowed) {
    this.tiers = new AllowedTiers(tiers, allowed);
  }

  @Override
  public List<ReplicaRule> rules(PlacementRequest request) {
    List<Tier> ofFile = tiers.ofFile(request);
    List<ReplicaRule> rules = new ArrayList<>();
    for (int i = 0; i < request.replication(); i++) {
      rules.add(rule(i, ofFile, request));
    }
    return List.copyOf(rules);
  }

  private ReplicaRule rule(int replica, List<Tier> ofFile, PlacementRequest request) {
    List<Tier> inOrder = ofFile;
    if (replica == 0) {
      inOrder = tiers.fastestFirst(ofFile);
    } else if (replica >= ofFile.size()) {
      inOrder = tiers.slowestFirst(ofFile);
    }
    return new ReplicaRule(places(replica, request), inOrder, TierUse.UNUSED_FIRST);
  }

  private static List<Place> places(int replica, PlacementRequest request) {
    return switch (replica) {
      case 0 -> Near.writer(request);
      case 1 -> List.of(new Place.OtherRackThan(0), new Place.Anywhere());
      case 2 -> List.of(new Place.SameRackAs(List.of(0, 1)), new Place.Anywhere());
      default -> List.of(new Place.Anywhere());
    };
  }
}
