// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.rules;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tiers;

/** What a NameNode's plug-ins obey. Immutable. */
public final class StorageRules {

  /** Has 18 digits. */
  static final long MAX_VERSION = 999_999_999_999_999_999L;

  /** HDFS does not accept more replicas by default. */
  static final int MAX_REPLICATION = 512;

  private final long version;
  private final Tiers tiers;
  private final Regions regions;
  private final List<PlacementRule> placements;
  private final RetrievalRule retrieval;
  private final int minimumReplication;

  /** The placements by their paths: there may be one for each of thousands of files. */
  private final Map<String, PlacementRule> byPath = new HashMap<>();

  /**
   * Makes rules.
   *
   * @param version from 1, at most 18 digits; higher for each later content
   * @param placements for different directories; a file in none of them is placed by HDFS itself
   * @param minimumReplication replicas below which nobody who plans or carries plans out lowers the
   *     number of a file, from 1 to 512; a NameNode does not look at it
   * @throws IllegalArgumentException if they contradict each other
   */
  public StorageRules(
      long version,
      Tiers tiers,
      Regions regions,
      List<PlacementRule> placements,
      RetrievalRule retrieval,
      int minimumReplication) {
    if (version < 1 || version > MAX_VERSION) {
      throw new IllegalArgumentException(
          "version=" + version + ": must be from 1 to " + MAX_VERSION);
    }
    if (minimumReplication < 1 || minimumReplication > MAX_REPLICATION) {
      throw new IllegalArgumentException(
          "minimum replication=" + minimumReplication + ": must be from 1 to " + MAX_REPLICATION);
    }
    this.version = version;
    this.tiers = Objects.requireNonNull(tiers, "tiers");
    this.regions = Objects.requireNonNull(regions, "regions");
    this.placements = List.copyOf(placements);
    this.retrieval = Objects.requireNonNull(retrieval, "retrieval");
    this.minimumReplication = minimumReplication;
    Set<String> names = new HashSet<>();
    for (PlacementRule placement : this.placements) {
      if (!names.add(placement.name())) {
        throw new IllegalArgumentException("two placements have the name " + placement.name());
      }
      if (byPath.put(placement.path(), placement) != null) {
        throw new IllegalArgumentException("two placements have the path " + placement.path());
      }
      Optional<String> conflict = placement.conflict(tiers, regions);
      if (conflict.isPresent()) {
        throw new IllegalArgumentException("placement " + placement.name() + ": " + conflict.get());
      }
    }
  }

  /** Of the content: higher for each later one. */
  public long version() {
    return version;
  }

  /** The tiers of the cluster. */
  public Tiers tiers() {
    return tiers;
  }

  /** The regions of the cluster. */
  public Regions regions() {
    return regions;
  }

  /** The placements, in the order of the text. */
  public List<PlacementRule> placements() {
    return placements;
  }

  /** How readers choose among replicas. */
  public RetrievalRule retrieval() {
    return retrieval;
  }

  /** Replicas below which nobody goes. */
  public int minimumReplication() {
    return minimumReplication;
  }

  /**
   * The same with other placements, as the next version.
   *
   * @throws IllegalArgumentException if they contradict each other or the tiers and regions
   */
  public StorageRules with(List<PlacementRule> others) {
    return new StorageRules(version + 1, tiers, regions, others, retrieval, minimumReplication);
  }

  /**
   * The placement of a file: of the directories that it is in, the one with the longest path. Empty
   * if HDFS places it. Takes time for each directory above the file, not for each placement.
   *
   * @param path absolute
   */
  public Optional<PlacementRule> placementOf(String path) {
    if (byPath.isEmpty()) {
      return Optional.empty();
    }
    String at = path;
    while (true) {
      PlacementRule placement = byPath.get(at);
      if (placement != null) {
        return Optional.of(placement);
      }
      int slash = at.lastIndexOf('/');
      if (slash < 0 || at.equals("/")) {
        return Optional.empty();
      }
      at = slash == 0 ? "/" : at.substring(0, slash);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StorageRules rules
        && version == rules.version
        && tiers.equals(rules.tiers)
        && regions.equals(rules.regions)
        && placements.equals(rules.placements)
        && retrieval.equals(rules.retrieval)
        && minimumReplication == rules.minimumReplication;
  }

  @Override
  public int hashCode() {
    return Objects.hash(version, tiers, regions, placements, retrieval, minimumReplication);
  }

  /** As a text that can be read again. */
  @Override
  public String toString() {
    return RulesText.print(this);
  }
}
