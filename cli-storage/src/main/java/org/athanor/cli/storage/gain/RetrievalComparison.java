// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage.gain;

import java.util.ArrayList;
import java.util.List;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.RackSpec;
import org.athanor.storage.retrieval.PathSpeeds;
import org.athanor.storage.rules.RetrievalRule;
import org.athanor.storage.rules.StorageRules;
import org.athanor.tiering.plan.SimulatedGain;
import org.athanor.tiering.plan.StoragePlan;

/**
 * Whether clients would read the planned files faster by another retrieval policy than that of the
 * rules: on slow links near replicas are better than fast devices (K. Ravindranathan, 2015, section
 * 4.2).
 */
public final class RetrievalComparison {
  /** The step of the thesis's network-aware retrieval. */
  static final double STEP = 16;

  private RetrievalComparison() {}

  /**
   * Tries the same reads by each of the other policies.
   *
   * @param gain by the rules
   * @return the gain with the results
   * @throws ImpossibleGainException if the cluster cannot be that of the plan
   */
  public static SimulatedGain of(
      StoragePlan plan, ModelCluster cluster, StorageRules rules, SimulatedGain gain)
      throws ImpossibleGainException, InterruptedException {
    List<SimulatedGain.Retrieval> results = new ArrayList<>();
    results.add(result(rules.retrieval(), gain, true));
    for (RetrievalRule other :
        List.of(
            new RetrievalRule.Network(STEP),
            new RetrievalRule.Tier(),
            new RetrievalRule.Hybrid(speeds(cluster.spec())))) {
      if (!other.id().equals(rules.retrieval().id())) {
        StorageRules changed =
            new StorageRules(
                rules.version(),
                rules.tiers(),
                rules.regions(),
                rules.placements(),
                other,
                rules.minimumReplication());
        Readers readers = Readers.of(changed);
        results.add(result(other, GainSimulation.of(plan, cluster, readers), false));
      }
    }
    return gain.with(results);
  }

  private static SimulatedGain.Retrieval result(
      RetrievalRule rule, SimulatedGain gain, boolean isOfRules) {
    return new SimulatedGain.Retrieval(rule.id(), gain.meanSeconds().planned(), isOfRules);
  }

  /** What an idle path carries: its slowest link. */
  static PathSpeeds speeds(ClusterSpec cluster) {
    double link = Double.POSITIVE_INFINITY;
    double uplink = cluster.coreBytesPerSecond();
    for (RackSpec rack : cluster.racks()) {
      uplink = Math.min(uplink, rack.uplinkBytesPerSecond());
      for (NodeSpec node : rack.nodes()) {
        link = Math.min(link, node.linkBytesPerSecond());
      }
    }
    double offRack = Math.min(link, uplink);
    return new PathSpeeds(link, offRack, offRack);
  }
}
