// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.util.Optional;
import org.athanor.storage.tier.DeviceType;

/** The storage policies that every HDFS has, by the numbers that images have for them. */
public enum StoragePolicy {
  PROVIDED(1),
  COLD(2),
  WARM(5),
  HOT(7),
  ONE_SSD(10),
  ALL_SSD(12),
  ALL_NVDIMM(14),
  LAZY_PERSIST(15);

  private final int id;

  StoragePolicy(int id) {
    this.id = id;
  }

  /** The policy with a number; empty if HDFS has none. */
  public static Optional<StoragePolicy> of(int id) {
    for (StoragePolicy policy : values()) {
      if (policy.id == id) {
        return Optional.of(policy);
      }
    }
    return Optional.empty();
  }

  /** The number of the policy. */
  public int id() {
    return id;
  }

  /**
   * Whether a plan may give it to a file, and take it away again if the file itself has it: all
   * replicas on disks, all on archive, or one on an SSD and the others on disks.
   */
  public boolean isPlanned() {
    return this == HOT || this == COLD || this == ONE_SSD;
  }

  /**
   * How many replicas of a block it puts on devices of a type.
   *
   * @param replicas of the block, from 1
   */
  public int copies(DeviceType type, int replicas) {
    return switch (this) {
      case HOT -> type == DeviceType.DISK ? replicas : 0;
      case COLD -> type == DeviceType.ARCHIVE ? replicas : 0;
      case ALL_SSD -> type == DeviceType.SSD ? replicas : 0;
      case ALL_NVDIMM -> type == DeviceType.NVDIMM ? replicas : 0;
      case ONE_SSD -> first(DeviceType.SSD, DeviceType.DISK, type, replicas);
      case WARM -> first(DeviceType.DISK, DeviceType.ARCHIVE, type, replicas);
      case LAZY_PERSIST -> first(DeviceType.RAM_DISK, DeviceType.DISK, type, replicas);
      case PROVIDED -> type == DeviceType.DISK ? replicas - 1 : 0; // the first is elsewhere
    };
  }

  private static int first(DeviceType first, DeviceType others, DeviceType type, int replicas) {
    return type == first ? 1 : type == others ? replicas - 1 : 0;
  }
}
