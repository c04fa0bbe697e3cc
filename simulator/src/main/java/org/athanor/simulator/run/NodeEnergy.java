// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.cluster.NodeSpec;

/** The energy of nodes with their devices. */
final class NodeEnergy {
  private NodeEnergy() {}

  /**
   * The energy of each node, in joules.
   *
   * @param lives how long each node was there, in seconds: one that has failed needs no energy
   */
  static double[] joules(Cluster cluster, double[] lives) {
    double[] joules = new double[cluster.nodes()];
    for (int node = 0; node < joules.length; node++) {
      NodeSpec spec = cluster.node(node);
      joules[node] = spec.power().joules(lives[node], cluster.coreSeconds(node) / spec.cores());
    }
    for (int device = 0; device < cluster.devices(); device++) {
      int node = cluster.nodeOf(device);
      joules[node] +=
          cluster.device(device).power().joules(lives[node], cluster.deviceSeconds(device));
    }
    return joules;
  }

  /** What all nodes need with their devices while nothing uses them. */
  static double idleWatts(Cluster cluster) {
    double watts = 0;
    for (int node = 0; node < cluster.nodes(); node++) {
      watts += cluster.node(node).power().idleWatts();
    }
    for (int device = 0; device < cluster.devices(); device++) {
      watts += cluster.device(device).power().idleWatts();
    }
    return watts;
  }
}
