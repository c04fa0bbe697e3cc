// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.namenode;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.StorageType;
import org.athanor.storage.tier.DeviceType;

/**
 * HDFS's storage types as device types, and back. Hadoop 3.3 has no {@code NVDIMM}; {@code
 * PROVIDED} is no device of a DataNode.
 */
final class StorageTypes {
  private static final Map<StorageType, DeviceType> DEVICES = new EnumMap<>(StorageType.class);
  private static final Map<DeviceType, StorageType> TYPES = new EnumMap<>(DeviceType.class);

  static {
    for (StorageType type : StorageType.values()) {
      for (DeviceType device : DeviceType.values()) {
        if (device.name().equals(type.name())) {
          DEVICES.put(type, device);
          TYPES.put(device, type);
        }
      }
    }
  }

  /** The types that a replica can be placed on: memory loses its replicas with its process. */
  private static final List<StorageType> PERSISTENT =
      Arrays.stream(StorageType.values())
          .filter(type -> DEVICES.containsKey(type) && !type.isTransient())
          .toList();

  private StorageTypes() {}

  static Optional<DeviceType> device(StorageType type) {
    return Optional.ofNullable(DEVICES.get(type));
  }

  /** The type with the name of a device type; empty if this Hadoop has none, or it is memory. */
  static Optional<StorageType> persistent(DeviceType device) {
    return Optional.ofNullable(TYPES.get(device)).filter(PERSISTENT::contains);
  }

  /** All types that a replica can be placed on. */
  static List<StorageType> persistent() {
    return PERSISTENT;
  }
}
