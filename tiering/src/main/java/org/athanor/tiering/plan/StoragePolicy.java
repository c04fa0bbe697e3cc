// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.util.Optional;

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
}
