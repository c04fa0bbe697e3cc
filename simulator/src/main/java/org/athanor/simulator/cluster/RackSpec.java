// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.cluster;

import java.util.List;

/**
 * Machines at one switch.
 *
 * @param nodes one or more
 * @param uplinkBytesPerSecond to and from other racks, in each direction, above 0; infinite if the
 *     nodes' links are all that counts
 * @param location in the network, such as {@code /east/rack1}, of which each rack of a cluster has
 *     another; empty for one by its number
 */
public record RackSpec(List<NodeSpec> nodes, double uplinkBytesPerSecond, String location) {

  public RackSpec {
    nodes = List.copyOf(nodes);
    if (nodes.isEmpty()) {
      throw new IllegalArgumentException("a rack without nodes: must have one or more");
    }
    if (!(uplinkBytesPerSecond > 0)) {
      throw new IllegalArgumentException(
          "uplink of a rack=" + uplinkBytesPerSecond + ": must be above 0");
    }
  }

  /** A rack whose location is by its number. */
  public RackSpec(List<NodeSpec> nodes, double uplinkBytesPerSecond) {
    this(nodes, uplinkBytesPerSecond, "");
  }
}
