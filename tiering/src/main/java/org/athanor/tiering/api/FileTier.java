// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.api;

import java.util.Locale;
import java.util.Optional;
import org.athanor.storage.tier.DeviceType;

/** A tier of an HDFS as it is installed: all devices of one storage type. */
public enum FileTier {
  SSD(DeviceType.SSD),
  DISK(DeviceType.DISK),
  ARCHIVE(DeviceType.ARCHIVE);

  private final DeviceType device;

  FileTier(DeviceType device) {
    this.device = device;
  }

  /** The tier with a name, such as {@code ssd}; empty if there is none. */
  public static Optional<FileTier> of(String name) {
    for (FileTier tier : values()) {
      if (tier.toString().equals(name)) {
        return Optional.of(tier);
      }
    }
    return Optional.empty();
  }

  /** The storage type of its devices. */
  public DeviceType device() {
    return device;
  }

  /** The name, as people write it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
