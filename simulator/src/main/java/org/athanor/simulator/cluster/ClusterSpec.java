// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.cluster;

import java.util.Collections;
import java.util.List;

/**
 * A cluster. Racks hang on one switch.
 *
 * @param racks one or more
 * @param coreBytesPerSecond that the switch carries between racks, of all of them together, above
 *     0; infinite if it is never full
 */
public record ClusterSpec(List<RackSpec> racks, double coreBytesPerSecond) {

  public ClusterSpec {
    racks = List.copyOf(racks);
    if (racks.isEmpty()) {
      throw new IllegalArgumentException("a cluster without racks: must have one or more");
    }
    if (!(coreBytesPerSecond > 0)) {
      throw new IllegalArgumentException("core=" + coreBytesPerSecond + ": must be above 0");
    }
  }

  /** A cluster whose racks hang on a switch that is never full. */
  public ClusterSpec(List<RackSpec> racks) {
    this(racks, Double.POSITIVE_INFINITY);
  }

  /** A cluster of equal nodes in one rack. */
  public static ClusterSpec ofEqual(NodeSpec node, int nodes) {
    return ofEqual(node, nodes, 1, Double.POSITIVE_INFINITY);
  }

  /**
   * A cluster of equal nodes in racks of the same size; the last ones have one node less, if the
   * number is not a multiple.
   */
  public static ClusterSpec ofEqual(NodeSpec node, int nodes, int racks, double uplink) {
    if (nodes < racks) {
      throw new IllegalArgumentException(
          nodes + " nodes in " + racks + " racks: must be one or more in each rack");
    }
    List<RackSpec> all = new java.util.ArrayList<>();
    for (int rack = 0; rack < racks; rack++) {
      int size = nodes / racks + (rack < nodes % racks ? 1 : 0);
      all.add(new RackSpec(Collections.nCopies(size, node), uplink));
    }
    return new ClusterSpec(all);
  }
}
