// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

import java.util.random.RandomGenerator;
import org.athanor.simulator.cluster.Cluster;

/** HDFS's own rule: the nearest replica; any of those that are equally near. */
public final class StockSelection implements ReplicaSelection {
  private final RandomGenerator random;

  public StockSelection(RandomGenerator random) {
    this.random = random;
  }

  @Override
  public int select(int reader, int[] replicas, int count, Cluster cluster) {
    int nearest = Integer.MAX_VALUE;
    int found = 0;
    int chosen = replicas[0];
    for (int i = 0; i < count; i++) {
      int distance = Distances.between(reader, cluster.nodeOf(replicas[i]), cluster);
      if (distance < nearest) {
        nearest = distance;
        found = 0;
      }
      if (distance == nearest && random.nextInt(++found) == 0) {
        chosen = replicas[i];
      }
    }
    return chosen;
  }
}
