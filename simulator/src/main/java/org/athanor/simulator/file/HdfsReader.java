// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.simulator.hdfs.FilePolicies;
import org.athanor.simulator.run.HdfsRules;
import org.athanor.storage.placement.PlacementPolicy;
import org.athanor.storage.retrieval.RetrievalPolicy;
import org.athanor.storage.rules.PlacementKind;
import org.athanor.storage.rules.PlacementRule;
import org.athanor.storage.rules.RetrievalRule;
import org.athanor.storage.rules.RulesException;
import org.athanor.storage.rules.RulesText;
import org.athanor.storage.rules.StorageRules;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tiers;
import org.athanor.yaml.Key;
import org.athanor.yaml.Place;
import org.athanor.yaml.Section;
import org.athanor.yaml.text.ByteSize;

/** The key {@code hdfs}. */
final class HdfsReader {
  private static final ByteSize BLOCK = ByteSize.of("128m");
  private static final int REPLICATION = 3;
  private static final double STEP = 16;

  /**
   * How files are stored.
   *
   * @param blockBytes of all files
   * @param replication of all files, at most the number of nodes that store blocks
   * @param leastReplicas below which a manager of files never goes
   */
  record Hdfs(HdfsRules rules, long blockBytes, int replication, int leastReplicas) {}

  private HdfsReader() {}

  /**
   * Reads it. What is wrong is reported, and is then as by default.
   *
   * @param directory that relative paths start at
   */
  static Hdfs read(Section top, ClusterFacts cluster, Path directory) {
    Section section = top.below(Keys.HDFS, Keys.HDFS_RULES);
    PolicyKind placement = section.get(Keys.PLACEMENT).orElse(PolicyKind.HDFS);
    Optional<StorageRules> own = rules(section, directory);
    boolean byPolicy = own.map(r -> !r.placements().isEmpty()).orElse(placement != PolicyKind.HDFS);
    boolean nowhere = byPolicy && cluster.withoutMemory().storingNodes() == 0;
    ClusterFacts used = byPolicy && !nowhere ? cluster.withoutMemory() : cluster;
    int storing = used.storingNodes();
    if (nowhere) {
      section
          .place(own.isPresent() ? Keys.RULES : Keys.PLACEMENT)
          .ifPresent(
              place ->
                  place.report(
                      "policies place nothing on ram-disk, and no node has another device for"
                          + " blocks"));
    }
    int replication = section.get(Keys.REPLICATION).orElse(Math.min(REPLICATION, storing));
    if (replication > storing) {
      section
          .place(Keys.REPLICATION)
          .ifPresent(place -> place.report("must be at most " + used.storingText()));
    }
    PolicyKind retrieval = section.get(Keys.RETRIEVAL).orElse(PolicyKind.HDFS);
    Tiers tiers = used.tiers();
    long block = section.get(Keys.BLOCK).orElse(BLOCK).bytes();
    if (own.isPresent() && !nowhere) {
      return new Hdfs(of(own.get()), block, replication, own.get().minimumReplication());
    }
    HdfsRules rules =
        new HdfsRules(
            placement(nowhere ? PolicyKind.HDFS : placement, tiers).map(FilePolicies::all),
            retrieval(retrieval, tiers, cluster),
            Optional.of(tiers),
            Regions.none());
    return new Hdfs(rules, block, replication, 1);
  }

  /** The rules of a NameNode's plug-ins; empty if there are none, or they cannot be read. */
  private static Optional<StorageRules> rules(Section section, Path directory) {
    Optional<Place> place = section.place(Keys.RULES);
    if (place.isEmpty()) {
      return Optional.empty();
    }
    for (Key<PolicyKind> other : List.of(Keys.PLACEMENT, Keys.RETRIEVAL)) {
      section
          .place(other)
          .ifPresent(at -> at.report("is what the rules say; must not be beside hdfs.rules"));
    }
    return section.get(Keys.RULES).flatMap(name -> parse(name, directory, place.get()));
  }

  private static Optional<StorageRules> parse(String name, Path directory, Place place) {
    try {
      return Optional.of(RulesText.parse(Files.readString(directory.resolve(name))));
    } catch (RulesException wrong) {
      place.report(wrong.getMessage());
    } catch (IOException unreadable) {
      place.report("cannot be read: " + ScenarioFile.reason(unreadable));
    } catch (InvalidPathException notPath) {
      place.report("must be a path");
    }
    return Optional.empty();
  }

  private static HdfsRules of(StorageRules rules) {
    Map<PlacementRule, PlacementPolicy> policies = new HashMap<>();
    for (PlacementRule rule : rules.placements()) {
      policies.put(rule, rule.policy(rules.tiers(), rules.regions()));
    }
    FilePolicies byPath = path -> rules.placementOf(path).map(policies::get);
    return new HdfsRules(
        policies.isEmpty() ? Optional.empty() : Optional.of(byPath),
        Optional.of(rules.retrieval().policy(rules.tiers())),
        Optional.of(rules.tiers()),
        rules.regions());
  }

  private static Optional<PlacementPolicy> placement(PolicyKind kind, Tiers tiers) {
    Optional<PlacementKind> policy =
        switch (kind) {
          case HDFS -> Optional.empty();
          case NETWORK -> Optional.of(PlacementKind.NETWORK);
          case TIER -> Optional.of(PlacementKind.TIER);
          case HYBRID -> Optional.of(PlacementKind.HYBRID);
          case RANDOM -> Optional.of(PlacementKind.RANDOM);
        };
    return policy.map(
        some -> new PlacementRule("scenario", "/", some, List.of()).policy(tiers, Regions.none()));
  }

  private static Optional<RetrievalPolicy> retrieval(
      PolicyKind kind, Tiers tiers, ClusterFacts cluster) {
    Optional<RetrievalRule> rule =
        switch (kind) {
          case HDFS -> Optional.empty();
          case NETWORK -> Optional.of(new RetrievalRule.Network(STEP));
          case TIER -> Optional.of(new RetrievalRule.Tier());
          case HYBRID -> Optional.of(new RetrievalRule.Hybrid(cluster.paths()));
          case RANDOM -> Optional.of(new RetrievalRule.Random());
        };
    return rule.map(some -> some.policy(tiers));
  }
}
