// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

import org.athanor.simulator.cluster.Cluster;
import org.athanor.storage.retrieval.NetworkDistance;

/** Distances of simulated nodes, as Hadoop counts them. */
final class Distances {
  private Distances() {}

  static int between(int node, int other, Cluster cluster) {
    if (node == other) {
      return NetworkDistance.LOCAL;
    }
    return cluster.rackOf(node) == cluster.rackOf(other)
        ? NetworkDistance.RACK
        : NetworkDistance.OFF_RACK;
  }
}
