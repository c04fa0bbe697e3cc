// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.util.Optional;

/**
 * A bridge to PCI buses.
 *
 * @param upstream the PCI device on the side of the processor; empty for a host bridge
 * @param domain the PCI domain of the buses behind it
 * @param secondaryBus the first bus behind it
 * @param subordinateBus the last bus behind it
 * @param depth 0 for a host bridge, otherwise the number of bridges between it and the processor
 */
public record BridgeAttributes(
    Optional<PciAttributes> upstream, int domain, int secondaryBus, int subordinateBus, int depth)
    implements ObjectAttributes {
  public boolean isHostBridge() {
    return upstream.isEmpty();
  }
}
