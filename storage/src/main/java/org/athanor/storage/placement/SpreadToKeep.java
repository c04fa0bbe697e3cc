// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.athanor.storage.tier.Region;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.tier.Tiers;
import org.athanor.storage.view.Replica;

/**
 * What must be kept of the replicas of a block whose file is not known, as rules for {@link
 * ExcessPolicy}: two racks, the regions where it has replicas, the first ones of the rules if they
 * are more than replicas shall stay, so that all blocks of a file keep the same, and the tiers that
 * {@link TierPlacement} would use of those that it has. Immutable.
 */
public final class SpreadToKeep {
  private final Tiers tiers;
  private final Regions regions;
  private final int keep;

  /**
   * For blocks of a cluster.
   *
   * @param keep how many replicas shall stay, from 1
   */
  public SpreadToKeep(Tiers tiers, Regions regions, int keep) {
    this.tiers = tiers;
    this.regions = regions;
    this.keep = keep;
  }

  /** The tiers of replicas, each once, the fastest first. */
  public List<Tier> tiersOf(List<Replica> replicas) {
    return replicas.stream()
        .flatMap(replica -> tiers.of(replica.device(), replica.node().label()).stream())
        .distinct()
        .sorted(Comparator.comparingInt(tiers::rank))
        .toList();
  }

  /**
   * One rule for each replica that shall stay.
   *
   * @param replicas that the block has; at least one of them is on a tier
   * @param keepsTiers whether each tier shall keep a replica
   */
  public List<ReplicaRule> rules(List<Replica> replicas, boolean keepsTiers) {
    List<Tier> present = tiersOf(replicas);
    List<String> inRegions =
        replicas.stream()
            .flatMap(replica -> regions.of(replica.node().location()).stream())
            .distinct()
            .sorted(Comparator.comparingInt(regions.all()::indexOf))
            .map(Region::name)
            .toList();
    List<ReplicaRule> byTier =
        new TierPlacement(tiers, present).rules(PlacementRequest.fromOutside("/", keep, 0));
    List<ReplicaRule> rules = new ArrayList<>();
    for (int i = 0; i < keep; i++) {
      List<Place> places = new ArrayList<>();
      if (i == 1) {
        places.add(new Place.OtherRackThan(0));
      }
      if (i < inRegions.size()) {
        places.add(new Place.InRegion(inRegions.get(i), false));
      }
      places.add(new Place.Anywhere());
      rules.add(
          keepsTiers
              ? new ReplicaRule(places, byTier.get(i).tiers(), byTier.get(i).use())
              : new ReplicaRule(places, present, TierUse.ANY_OF));
    }
    return rules;
  }
}
