// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.namenode;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.StorageType;
import org.athanor.storage.placement.PlacementPolicy;
import org.athanor.storage.retrieval.RetrievalPolicy;
import org.athanor.storage.rules.PlacementRule;
import org.athanor.storage.rules.StorageRules;
import org.athanor.storage.tier.Region;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.tier.Tiers;

/**
 * Rules in force, with what would otherwise be computed for each block. A NameNode knows no labels
 * of DataNodes, so a tier for nodes with a label has no devices here. Thread-safe.
 */
final class ActiveRules {
  private static final String NO_LABEL = "";

  private final StorageRules rules;
  private final RetrievalPolicy retrieval;
  private final Map<PlacementRule, PlacementPolicy> policies = new HashMap<>();
  private final Map<StorageType, Integer> rankByType = new EnumMap<>(StorageType.class);
  private final Map<String, List<StorageType>> typesByTier = new HashMap<>();
  private final Map<String, List<String>> innerByRegion = new HashMap<>();

  /** The regions of the locations that were asked for: those of the cluster's racks. */
  private final Map<String, Optional<Region>> regionByLocation = new ConcurrentHashMap<>();

  ActiveRules(StorageRules rules) {
    this.rules = rules;
    this.retrieval = rules.retrieval().policy(rules.tiers());
    for (PlacementRule placement : rules.placements()) {
      policies.put(placement, placement.policy(rules.tiers(), rules.regions()));
    }
    for (StorageType type : StorageType.values()) {
      rankByType.put(type, tier(type).map(rules.tiers()::rank).orElse(RetrievalPolicy.NO_TIER));
    }
    for (Tier tier : rules.tiers().all()) {
      typesByTier.put(tier.name(), typesOf(tier));
    }
    for (Region region : rules.regions().all()) {
      innerByRegion.put(region.name(), innerOf(region));
    }
  }

  long version() {
    return rules.version();
  }

  Tiers tiers() {
    return rules.tiers();
  }

  Regions regions() {
    return rules.regions();
  }

  RetrievalPolicy retrieval() {
    return retrieval;
  }

  /** The placement of a file; empty if HDFS places it. */
  Optional<PlacementPolicy> placementOf(String path) {
    return rules.placementOf(path).map(policies::get);
  }

  private static List<StorageType> typesOf(Tier tier) {
    return tier.nodeLabel().isEmpty()
        ? tier.devices().stream()
            .flatMap(device -> StorageTypes.persistent(device).stream())
            .toList()
        : List.of();
  }

  private List<String> innerOf(Region region) {
    return regions().all().stream()
        .filter(other -> !other.equals(region))
        .flatMap(other -> other.locations().stream())
        .filter(inner -> region.locations().stream().anyMatch(at -> inner.startsWith(at + "/")))
        .toList();
  }

  /** The types that a replica on a tier can be placed on; none if the tier needs a label. */
  List<StorageType> types(Tier tier) {
    return typesByTier.get(tier.name());
  }

  /** The locations of other regions that lie in a region, and do not belong to it. */
  List<String> innerLocations(Region region) {
    return innerByRegion.get(region.name());
  }

  /** The position of a type's tier; {@link RetrievalPolicy#NO_TIER} if it belongs to none. */
  int tierRank(StorageType type) {
    return rankByType.get(type);
  }

  /** Whether two locations are in the same region, or both in none. */
  boolean inSameRegion(String location, String other) {
    return regions().all().isEmpty() || region(location).equals(region(other));
  }

  private Optional<Region> region(String location) {
    Optional<Region> known = regionByLocation.get(location);
    return known != null ? known : regionByLocation.computeIfAbsent(location, regions()::of);
  }

  /** The tiers that have no device on this NameNode, because they need a label. */
  List<Tier> labelled() {
    return tiers().all().stream().filter(tier -> !tier.nodeLabel().isEmpty()).toList();
  }

  private Optional<Tier> tier(StorageType type) {
    return StorageTypes.device(type).flatMap(device -> tiers().of(device, NO_LABEL));
  }
}
