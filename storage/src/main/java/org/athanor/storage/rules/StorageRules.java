// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.rules;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tiers;

/**
 * What a NameNode's plug-ins obey.
 *
 * @param version from 1, at most 18 digits; higher for each later content
 * @param placements for different directories; a file in none of them is placed by HDFS itself
 * @param minimumReplication replicas below which nobody who changes the replication of a file goes,
 *     from 1 to 512; a NameNode does not look at it
 */
public record StorageRules(
    long version,
    Tiers tiers,
    Regions regions,
    List<PlacementRule> placements,
    RetrievalRule retrieval,
    int minimumReplication) {

  /** Has 18 digits. */
  static final long MAX_VERSION = 999_999_999_999_999_999L;

  /** HDFS does not accept more replicas by default. */
  static final int MAX_REPLICATION = 512;

  public StorageRules {
    if (version < 1 || version > MAX_VERSION) {
      throw new IllegalArgumentException(
          "version=" + version + ": must be from 1 to " + MAX_VERSION);
    }
    if (minimumReplication < 1 || minimumReplication > MAX_REPLICATION) {
      throw new IllegalArgumentException(
          "minimum replication=" + minimumReplication + ": must be from 1 to " + MAX_REPLICATION);
    }
    placements = List.copyOf(placements);
    Set<String> names = new HashSet<>();
    Set<String> paths = new HashSet<>();
    for (PlacementRule placement : placements) {
      if (!names.add(placement.name())) {
        throw new IllegalArgumentException("two placements have the name " + placement.name());
      }
      if (!paths.add(placement.path())) {
        throw new IllegalArgumentException("two placements have the path " + placement.path());
      }
      Optional<String> conflict = placement.conflict(tiers, regions);
      if (conflict.isPresent()) {
        throw new IllegalArgumentException("placement " + placement.name() + ": " + conflict.get());
      }
    }
  }

  /**
   * The placement of a file: of the directories that it is in, the one with the longest path. Empty
   * if HDFS places it.
   *
   * @param path absolute
   */
  public Optional<PlacementRule> placementOf(String path) {
    PlacementRule longest = null;
    for (PlacementRule placement : placements) {
      if (placement.covers(path)
          && (longest == null || placement.path().length() > longest.path().length())) {
        longest = placement;
      }
    }
    return Optional.ofNullable(longest);
  }
}
