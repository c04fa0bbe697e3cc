// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

import java.util.Optional;
import java.util.random.RandomGenerator;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.storage.retrieval.RetrievalPolicy;
import org.athanor.storage.retrieval.WeightedOrder;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.tier.Tiers;

/** Asks a policy of module storage, as the plug-in of the NameNode does. */
public final class PolicySelection implements ReplicaSelection {
  private final RetrievalPolicy policy;
  private final Tiers tiers;
  private final Regions regions;
  private final RandomGenerator random;
  private double[] weights = new double[16];
  private int[] order = new int[16];

  /**
   * Creates the selection.
   *
   * @param random chooses by the weights of the policy
   */
  public PolicySelection(
      RetrievalPolicy policy, Tiers tiers, Regions regions, RandomGenerator random) {
    this.policy = policy;
    this.tiers = tiers;
    this.regions = regions;
    this.random = random;
  }

  @Override
  public int select(int reader, int[] replicas, int count, Cluster cluster) {
    if (weights.length < count) {
      weights = new double[count];
      order = new int[count];
    }
    for (int i = 0; i < count; i++) {
      int node = cluster.nodeOf(replicas[i]);
      Optional<Tier> tier = tiers.of(cluster.device(replicas[i]).type(), "");
      weights[i] =
          policy.weight(
              Distances.between(reader, node, cluster, regions),
              tier.map(tiers::rank).orElse(RetrievalPolicy.NO_TIER),
              cluster.loads().told(node));
    }
    WeightedOrder.order(weights, order, count, random);
    return replicas[order[0]];
  }
}
