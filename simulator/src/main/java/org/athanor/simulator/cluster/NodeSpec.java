// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.cluster;

import java.util.List;

/**
 * A machine.
 *
 * @param name of its kind, for results
 * @param cores from 1
 * @param cyclesPerSecond of a core, above 0
 * @param linkBytesPerSecond of its network interface, in each direction, above 0
 * @param devices its storage devices
 * @param slots for tasks; {@link Slots#NONE} for a node that only stores
 * @param power of the machine without its devices: the busy part is that of all its cores
 */
public record NodeSpec(
    String name,
    int cores,
    double cyclesPerSecond,
    double linkBytesPerSecond,
    List<DeviceSpec> devices,
    Slots slots,
    Power power) {

  public NodeSpec {
    Numbers.positive("cores of node " + name, cores);
    Numbers.positive("cycles per second of node " + name, cyclesPerSecond);
    Numbers.positive("link of node " + name, linkBytesPerSecond);
    devices = List.copyOf(devices);
    if (slots.total() > 0 && devices.stream().noneMatch(d -> d.use().storesIntermediateData())) {
      throw new IllegalArgumentException(
          "node "
              + name
              + " has slots but no device for intermediate data: must have one for local or all");
    }
  }
}
