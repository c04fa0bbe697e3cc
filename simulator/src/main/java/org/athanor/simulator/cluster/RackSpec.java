// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.cluster;

import java.util.List;

/**
 * Machines at one switch.
 *
 * @param nodes one or more
 * @param uplinkBytesPerSecond to and from other racks, in each direction, above 0; infinite if the
 *     nodes' links are all that counts
 */
public record RackSpec(List<NodeSpec> nodes, double uplinkBytesPerSecond) {

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
}
