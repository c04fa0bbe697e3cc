// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.rules;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.athanor.storage.placement.PlacementPolicy;
import org.athanor.storage.placement.PlacementRequest;
import org.athanor.storage.placement.ReplicaRule;
import org.athanor.storage.placement.TierUse;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.tier.Tiers;

/**
 * The placement of the files in and below a directory.
 *
 * @param name letters, digits, hyphens and underscores
 * @param path of the directory, absolute, without a slash at the end, except {@code /}; or the path
 *     of a file
 * @param tiers names of the tiers that replicas may use; all tiers if empty
 */
public record PlacementRule(String name, String path, PlacementKind kind, List<String> tiers) {

  public PlacementRule {
    if (!Tier.isName(name)) {
      throw new IllegalArgumentException(
          "placement=\""
              + name
              + "\": must begin with a letter or digit, and have only letters, digits, - and _");
    }
    if (!isPath(path)) {
      throw new IllegalArgumentException(
          "path of placement " + name + "=\"" + path + "\": must be " + PATHS);
    }
    tiers = List.copyOf(tiers);
    if (new HashSet<>(tiers).size() != tiers.size()) {
      throw new IllegalArgumentException(
          "placement " + name + " has a tier twice: must be different tiers");
    }
  }

  /** What paths look like. */
  static final String PATHS = "/, or like /a/b, without control characters and outer blanks";

  /** Whether a placement can have a path. */
  public static boolean isPath(String path) {
    return path.startsWith("/")
        && (path.equals("/") || !path.endsWith("/"))
        && !path.contains("//")
        && path.strip().equals(path)
        && path.chars().noneMatch(Character::isISOControl);
  }

  boolean tiersExist(Tiers clusterTiers) {
    return tiers.stream().allMatch(tier -> clusterTiers.named(tier).isPresent());
  }

  /** Why a cluster with these tiers and regions cannot have the rule; empty if it can. */
  Optional<String> conflict(Tiers clusterTiers, Regions regions) {
    for (String tier : tiers) {
      if (clusterTiers.named(tier).isEmpty()) {
        return Optional.of(
            "there is no tier "
                + tier
                + ": must be of "
                + String.join(", ", clusterTiers.all().stream().map(Tier::name).toList()));
      }
    }
    if (kind == PlacementKind.REGION && regions.all().isEmpty()) {
      return Optional.of("policy region needs regions: there are none");
    }
    return Optional.empty();
  }

  /**
   * The policy for a cluster.
   *
   * @throws IllegalArgumentException if the rule does not fit to the tiers and regions
   */
  public PlacementPolicy policy(Tiers clusterTiers, Regions regions) {
    conflict(clusterTiers, regions)
        .ifPresent(
            conflict -> {
              throw new IllegalArgumentException("placement " + name + ": " + conflict);
            });
    List<Tier> allowed =
        tiers.isEmpty()
            ? clusterTiers.all()
            : tiers.stream().flatMap(tier -> clusterTiers.named(tier).stream()).toList();
    return kind.policy(clusterTiers, allowed, regions);
  }

  /**
   * The tiers that shall each hold a replica of each block of a file, in the order in which the
   * policy wants them. None if replicas may be on any of several tiers.
   *
   * @param path of the file
   * @param replicas that it shall have, from 1
   * @throws IllegalArgumentException if the rule does not fit to the tiers and regions
   */
  public Set<Tier> holders(Tiers clusterTiers, Regions regions, String path, int replicas) {
    Set<Tier> holders = new LinkedHashSet<>();
    PlacementRequest request = PlacementRequest.again(List.of(), path, replicas, 0);
    for (ReplicaRule rule : policy(clusterTiers, regions).rules(request)) {
      if (rule.use() == TierUse.UNUSED_FIRST || rule.tiers().size() == 1) {
        holders.addAll(rule.tiers());
      }
    }
    return holders;
  }
}
