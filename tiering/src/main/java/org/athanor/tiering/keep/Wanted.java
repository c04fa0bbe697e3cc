// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.athanor.storage.placement.Fulfilment;
import org.athanor.storage.placement.Place;
import org.athanor.storage.placement.PlacementPolicy;
import org.athanor.storage.placement.PlacementRequest;
import org.athanor.storage.placement.ReplicaRule;
import org.athanor.storage.rules.PlacementRule;
import org.athanor.storage.rules.StorageRules;
import org.athanor.storage.tier.Region;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.view.Replica;

/**
 * The tiers and regions that shall hold each block of a file. Pure.
 *
 * <p>Tiers are those that the placement wants one replica on each. Regions are those of the
 * placement, if the file has as many replicas; if not, those that hold most of its blocks: where
 * its writer was, which decides about the first one, HDFS does not know any more.
 */
final class Wanted {
  private final StorageRules rules;
  private final PlacementPolicy policy;
  private final String path;
  private final RuledFile file;
  private final int replicas;
  private final SortedSet<Spot> spots = new TreeSet<>();

  private Wanted(
      StorageRules rules, PlacementRule placement, String path, RuledFile file, int replicas) {
    this.rules = rules;
    this.policy = placement.policy(rules.tiers(), rules.regions());
    this.path = path;
    this.file = file;
    this.replicas = replicas;
    placement
        .holders(rules.tiers(), rules.regions(), path, Math.max(1, replicas))
        .forEach(tier -> spots.add(Spot.tier(tier.name())));
    Set<String> named = new LinkedHashSet<>(regionNames(rules(rules.regions().all().size())));
    named.stream()
        .sorted(Comparator.comparingLong(region -> -blocksIn(Spot.region(region))))
        .limit(replicas)
        .forEach(region -> spots.add(Spot.region(region)));
  }

  /**
   * What a file's placement wants; empty if the file is in no directory of the rules.
   *
   * @param replicas the number that it shall have, if that is not raised for a while
   */
  static Optional<Wanted> of(StorageRules rules, String path, RuledFile file, int replicas) {
    return rules
        .placementOf(path)
        .map(placement -> new Wanted(rules, placement, path, file, replicas));
  }

  /** Whether files of a placement are held by certain tiers or regions, and not by any. */
  static boolean has(PlacementRule placement) {
    return switch (placement.kind()) {
      case TIER, HYBRID, REGION -> true;
      case NETWORK, RANDOM -> placement.tiers().size() == 1;
    };
  }

  private List<ReplicaRule> rules(int number) {
    return policy.rules(PlacementRequest.again(List.of(), path, Math.max(1, number), 0));
  }

  private static List<String> regionNames(List<ReplicaRule> rules) {
    List<String> names = new ArrayList<>();
    for (ReplicaRule rule : rules) {
      for (Place place : rule.places()) {
        if (place instanceof Place.InRegion in && !names.contains(in.region())) {
          names.add(in.region());
        }
      }
    }
    return names;
  }

  private long blocksIn(Spot spot) {
    return file.blocks().stream().filter(block -> spots(block).contains(spot)).count();
  }

  private Set<Spot> spots(List<Replica> block) {
    Set<Spot> found = new HashSet<>();
    for (Replica replica : block) {
      rules
          .tiers()
          .of(replica.device(), replica.node().label())
          .map(Tier::name)
          .ifPresent(tier -> found.add(Spot.tier(tier)));
      rules
          .regions()
          .of(replica.node().location())
          .map(Region::name)
          .ifPresent(region -> found.add(Spot.region(region)));
    }
    return found;
  }

  /** The tiers and regions that shall hold each block. */
  SortedSet<Spot> spots() {
    return spots;
  }

  /** For each of them that lacks blocks, how many. Empty if the file is whole. */
  Map<Spot, Integer> lacking() {
    Map<Spot, Integer> lacking = new TreeMap<>();
    for (List<Replica> block : file.blocks()) {
      Set<Spot> held = spots(block);
      for (Spot spot : spots) {
        if (!held.contains(spot)) {
          lacking.merge(spot, 1, Integer::sum);
        }
      }
    }
    return lacking;
  }

  /** How many of them a block lacks at most: so many replicas more are needed for a while. */
  int mostLacking() {
    int most = 0;
    for (List<Replica> block : file.blocks()) {
      Set<Spot> held = spots(block);
      most = Math.max(most, (int) spots.stream().filter(spot -> !held.contains(spot)).count());
    }
    return most;
  }

  /**
   * Why the plug-in would not bring a block to the regions, or not keep it there, in one line: it
   * tries them in the order of the placement, and when it deletes a replica, it keeps the regions
   * of a block only if these are not more than the replicas to keep.
   */
  Optional<String> obstacle() {
    Set<String> shall = new HashSet<>();
    spots.stream().filter(Spot::isRegion).forEach(spot -> shall.add(spot.name()));
    for (List<Replica> block : file.blocks()) {
      Set<String> regions = new HashSet<>();
      spots(block).stream().filter(Spot::isRegion).forEach(spot -> regions.add(spot.name()));
      if (regions.containsAll(shall)) {
        continue;
      }
      List<ReplicaRule> more = rules(replicas + 1);
      List<Integer> missing = Fulfilment.of(more, block, rules.tiers(), rules.regions()).missing();
      List<String> next =
          missing.isEmpty()
              ? List.of()
              : regionNames(more.subList(missing.get(0), missing.get(0) + 1));
      boolean comesRight =
          next.stream().anyMatch(name -> shall.contains(name) && !regions.contains(name));
      Set<String> then = new HashSet<>(regions);
      then.addAll(shall);
      if (!comesRight || then.size() > replicas) {
        return Optional.of(
            "has fewer replicas than there are regions, and blocks in others than most: the plug-in"
                + " decides by chance then");
      }
    }
    return Optional.empty();
  }

  /** What a file lacks, in words. */
  static String words(Map<Spot, Integer> lacking, int blocks) {
    List<String> words = new ArrayList<>();
    lacking.forEach((spot, count) -> words.add(count + " of " + blocks + " blocks lack " + spot));
    return String.join(", ", words);
  }
}
