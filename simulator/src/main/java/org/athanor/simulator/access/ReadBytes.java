// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.access;

import java.util.EnumMap;
import java.util.Map;
import org.athanor.storage.tier.DeviceType;

/**
 * Counts what clients read from each type of device. A block of which a part was read from a node
 * that failed counts for the device that it was read from to its end.
 */
final class ReadBytes {
  private final Map<DeviceType, Double> bytes = new EnumMap<>(DeviceType.class);

  void add(DeviceType type, long read) {
    bytes.merge(type, (double) read, Double::sum);
  }

  /** By the types from which anything was read. */
  Map<DeviceType, Double> byType() {
    return Map.copyOf(bytes);
  }
}
