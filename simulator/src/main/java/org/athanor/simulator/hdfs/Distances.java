// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

import org.athanor.simulator.cluster.Cluster;
import org.athanor.storage.retrieval.NetworkDistance;
import org.athanor.storage.tier.Regions;

/** Distances of simulated nodes, as Hadoop counts them. */
final class Distances {
  private Distances() {}

  /** The distance without regard to regions. */
  static int between(int node, int other, Cluster cluster) {
    return between(node, other, cluster, Regions.none());
  }

  static int between(int node, int other, Cluster cluster, Regions regions) {
    if (node == other) {
      return NetworkDistance.LOCAL;
    }
    if (cluster.rackOf(node) == cluster.rackOf(other)) {
      return NetworkDistance.RACK;
    }
    String one = cluster.location(node);
    String two = cluster.location(other);
    boolean inSameRegion = regions.all().isEmpty() || regions.of(one).equals(regions.of(two));
    return NetworkDistance.betweenRacks(one, two, inSameRegion);
  }
}
