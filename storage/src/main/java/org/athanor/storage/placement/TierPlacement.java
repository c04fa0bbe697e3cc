// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

import java.util.ArrayList;
import java.util.List;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.tier.Tiers;

/**
 * A replica on the fastest tier, one on the slowest, one on a tier between them, without regard to
 * racks (K. Ravindranathan, 2015, section 4.1.3.2). If there are several tiers between them, the
 * path decides, so that all blocks of a file use the same. Replicas for which no tier is left go to
 * the slowest of the file's tiers that has room: with two tiers, the paper does not say where the
 * third goes.
 */
public final class TierPlacement implements PlacementPolicy {
  private final AllowedTiers tiers;

  /**
   * Creates the policy.
   *
   * @param tiers of the cluster
   * @param allowed those of them that replicas may use, one or more
   */
  public TierPlacement(Tiers tiers, List<Tier> allowed) {
    this.tiers = new AllowedTiers(tiers, allowed);
  }

  @Override
  public List<ReplicaRule> rules(PlacementRequest request) {
    List<Tier> ofFile = tiers.ofFile(request);
    List<Place> anywhere = List.of(new Place.Anywhere());
    List<ReplicaRule> rules = new ArrayList<>();
    for (int i = 0; i < request.replication(); i++) {
      List<Tier> inOrder = i < ofFile.size() ? ofFile : tiers.slowestFirst(ofFile);
      rules.add(new ReplicaRule(anywhere, inOrder, TierUse.UNUSED_FIRST));
    }
    return List.copyOf(rules);
  }
}
