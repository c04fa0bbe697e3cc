// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.view;

import org.athanor.storage.check.Checks;
import org.athanor.storage.tier.DeviceType;

/**
 * The devices of one type of a DataNode.
 *
 * @param capacityBytes from 0
 * @param freeBytes what new replicas may take, from 0 to the capacity
 * @param load number of transfers that the node serves now, from 0
 */
public record Volume(Node node, DeviceType device, long capacityBytes, long freeBytes, int load) {

  public Volume {
    Checks.atLeast(0, "capacity of node " + node.name(), capacityBytes);
    Checks.atLeast(0, "free space of node " + node.name(), freeBytes);
    Checks.atLeast(0, "load of node " + node.name(), load);
    if (freeBytes > capacityBytes) {
      throw new IllegalArgumentException(
          "free space of node "
              + node.name()
              + "="
              + freeBytes
              + ": must not be more than its capacity, "
              + capacityBytes);
    }
  }
}
