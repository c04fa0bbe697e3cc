// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.athanor.storage.tier.Region;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.tier.Tiers;

/**
 * Replicas in different regions (K. Ravindranathan, 2015, section 7.1.4): the first on the writer's
 * node if that is in a region, the others in the other regions, in an order that the path decides.
 * If there are fewer regions than replicas, the order repeats, with other racks of the regions
 * first.
 *
 * <p>The paper does not say which regions a file gets. A block that loses its replica in the
 * writer's region can get the new one in another region: the path does not tell who wrote the file.
 */
public final class RegionPlacement implements PlacementPolicy {
  private final Regions regions;
  private final AllowedTiers tiers;

  /**
   * Creates the policy.
   *
   * @param regions of the cluster, one or more
   * @param tiers of the cluster
   * @param allowed those of them that replicas may use, one or more
   */
  public RegionPlacement(Regions regions, Tiers tiers, List<Tier> allowed) {
    if (regions.all().isEmpty()) {
      throw new IllegalArgumentException("no regions: must be one or more");
    }
    this.regions = regions;
    this.tiers = new AllowedTiers(tiers, allowed);
  }

  @Override
  public List<ReplicaRule> rules(PlacementRequest request) {
    Optional<Region> home = request.writer().flatMap(writer -> regions.of(writer.location()));
    List<String> order = order(request.path(), home);
    List<ReplicaRule> rules = new ArrayList<>();
    for (int i = 0; i < request.replication(); i++) {
      String region = order.get(i % order.size());
      List<Place> places = places(region, i == 0 && home.isPresent(), i >= order.size());
      rules.add(new ReplicaRule(places, tiers.all(), TierUse.ANY_OF));
    }
    return List.copyOf(rules);
  }

  private List<String> order(String path, Optional<Region> home) {
    List<String> names = new ArrayList<>(regions.all().stream().map(Region::name).toList());
    names.sort(
        Comparator.<String>comparingLong(name -> PathChance.of(path, name))
            .thenComparing(Comparator.naturalOrder()));
    home.map(Region::name)
        .ifPresent(
            name -> {
              names.remove(name);
              names.add(0, name);
            });
    return names;
  }

  private static List<Place> places(String region, boolean local, boolean again) {
    List<Place> places = new ArrayList<>();
    if (local) {
      places.add(new Place.LocalNode());
      places.add(new Place.LocalRack());
    }
    if (again) {
      places.add(new Place.InRegion(region, true));
    }
    places.add(new Place.InRegion(region, false));
    places.add(new Place.Anywhere());
    return List.copyOf(places);
  }
}
