// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.util.List;
import java.util.Optional;
import org.athanor.simulator.hdfs.FilePolicies;
import org.athanor.simulator.run.HdfsRules;
import org.athanor.storage.placement.PlacementPolicy;
import org.athanor.storage.retrieval.RetrievalPolicy;
import org.athanor.storage.rules.PlacementKind;
import org.athanor.storage.rules.PlacementRule;
import org.athanor.storage.rules.RetrievalRule;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tiers;
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
   */
  record Hdfs(HdfsRules rules, long blockBytes, int replication) {}

  private HdfsReader() {}

  /** Reads it. What is wrong is reported, and is then as by default. */
  static Hdfs read(Section top, ClusterFacts cluster) {
    Section section = top.below(Keys.HDFS, Keys.HDFS_RULES);
    int storing = cluster.storingNodes();
    int replication = section.get(Keys.REPLICATION).orElse(Math.min(REPLICATION, storing));
    if (replication > storing) {
      section
          .place(Keys.REPLICATION)
          .ifPresent(place -> place.report("must be at most " + storingText(storing)));
    }
    PolicyKind placement = section.get(Keys.PLACEMENT).orElse(PolicyKind.HDFS);
    PolicyKind retrieval = section.get(Keys.RETRIEVAL).orElse(PolicyKind.HDFS);
    Tiers tiers = cluster.tiers();
    HdfsRules rules =
        new HdfsRules(
            placement(placement, tiers).map(FilePolicies::all),
            retrieval(retrieval, tiers, cluster),
            Optional.of(tiers),
            Regions.none());
    return new Hdfs(rules, section.get(Keys.BLOCK).orElse(BLOCK).bytes(), replication);
  }

  static String storingText(int storing) {
    return storing + ", the number of nodes that store blocks";
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
