// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.view;

import org.athanor.storage.check.Checks;

/**
 * A DataNode.
 *
 * @param name of the DataNode, different from those of all others, such as {@code host:port}
 * @param host the physical machine: several DataNodes may share it
 * @param location in the network, such as {@code /rack1} or {@code /center1/rack1}; nodes with the
 *     same location are in the same rack
 * @param label as in {@link org.athanor.storage.tier.Tier#nodeLabel}; empty if it has none
 */
public record Node(String name, String host, String location, String label) {

  public Node {
    Checks.notEmpty("name of a node", name);
    Checks.notEmpty("host of node " + name, host);
    Checks.absolute("location of node " + name, location);
  }
}
