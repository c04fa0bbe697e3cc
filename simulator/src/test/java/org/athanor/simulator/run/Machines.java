// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.List;
import org.athanor.simulator.cluster.DeviceSpec;
import org.athanor.simulator.cluster.DeviceUse;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.Power;
import org.athanor.simulator.cluster.Slots;
import org.athanor.storage.tier.DeviceType;

/**
 * Small machines: 10 bytes per second read, 5 written, 100 over the network, 1 cycle per second.
 */
final class Machines {
  static final double READ = 10;
  static final double WRITE = 5;
  static final double LINK = 100;
  private static final long ROOM = 1_000_000;

  private Machines() {}

  static DeviceSpec disk() {
    return disk(ROOM);
  }

  static DeviceSpec disk(long room) {
    return new DeviceSpec(DeviceType.DISK, READ, WRITE, 0, room, DeviceUse.ALL, Power.NONE);
  }

  static NodeSpec node(Slots slots) {
    return node(slots, LINK);
  }

  static NodeSpec node(Slots slots, double link) {
    return new NodeSpec("w", 8, 1, link, List.of(disk()), slots, Power.NONE);
  }

  /** A node that stores, and runs no tasks. */
  static NodeSpec store(double link) {
    return node(Slots.NONE, link);
  }

  /** A node that runs tasks, and has no blocks. */
  static NodeSpec worker(Slots slots, double link) {
    DeviceSpec local =
        new DeviceSpec(DeviceType.DISK, READ, WRITE, 0, ROOM, DeviceUse.LOCAL, Power.NONE);
    return new NodeSpec("w", 8, 1, link, List.of(local), slots, Power.NONE);
  }
}
