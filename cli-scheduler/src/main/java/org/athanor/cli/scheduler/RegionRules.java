// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.StorageRegions;
import org.athanor.storage.rules.PlacementKind;
import org.athanor.storage.rules.RulesException;
import org.athanor.storage.rules.RulesText;
import org.athanor.storage.rules.StorageRules;
import org.athanor.storage.tier.Region;
import org.athanor.storage.tier.Regions;

/**
 * The regions of the storage, and what the NameNode's plug-ins place in them.
 *
 * @param regions one or more
 * @param rules of the plug-ins; without them nothing is copied to regions
 */
record RegionRules(Regions regions, Optional<StorageRules> rules) {

  /**
   * What the file of clusters says; empty if it says nothing.
   *
   * @throws IOException if the rules cannot be read, or a cluster's region is not in them
   * @throws IllegalArgumentException if the regions of the file cannot be
   */
  static Optional<RegionRules> of(StorageRegions named, List<Cluster> clusters) throws IOException {
    if (named.rules().isEmpty()) {
      List<Region> all =
          named.locations().entrySet().stream()
              .map(each -> new Region(each.getKey(), each.getValue()))
              .toList();
      return all.isEmpty()
          ? Optional.empty()
          : Optional.of(new RegionRules(new Regions(all), Optional.empty()));
    }
    StorageRules rules;
    try {
      rules = RulesText.parse(Files.readString(named.rules().get()));
    } catch (RulesException e) {
      throw new IOException("storage rules=" + named.rules().get() + ": " + e.problems().get(0), e);
    }
    for (Cluster cluster : clusters) {
      String region = cluster.traits().region().orElse("");
      if (!region.isEmpty() && rules.regions().named(region).isEmpty()) {
        throw new IOException(
            "cluster "
                + cluster.name()
                + ": region="
                + region
                + ": is not in "
                + named.rules().get()
                + "; must be one of "
                + String.join(", ", rules.regions().all().stream().map(Region::name).toList()));
      }
    }
    return Optional.of(new RegionRules(rules.regions(), Optional.of(rules)));
  }

  /** Why a file cannot be copied to other regions; empty if the rules place it by regions. */
  Optional<String> obstacle(String path) {
    if (rules.isEmpty()) {
      return Optional.of("the file of clusters has no storage rules, which copies need");
    }
    boolean placed =
        rules
            .get()
            .placementOf(path)
            .filter(placement -> placement.kind() == PlacementKind.REGION)
            .isPresent();
    return placed
        ? Optional.empty()
        : Optional.of("the storage rules do not place " + path + " with policy=region");
  }
}
