// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulated;

import java.util.Locale;
import org.athanor.results.Metric;
import org.athanor.storage.tier.DeviceType;

/** Types of devices as results name them. */
public final class DeviceNames {
  private DeviceNames() {}

  /** The name of a type in files, such as {@code ram-disk}. */
  public static String of(DeviceType type) {
    return type.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The metric that has the use of devices of a type over time. */
  static Metric busy(DeviceType type) {
    return switch (type) {
      case RAM_DISK -> Metric.BUSY_RAM_DISK;
      case NVDIMM -> Metric.BUSY_NVDIMM;
      case SSD -> Metric.BUSY_SSD;
      case DISK -> Metric.BUSY_DISK;
      case ARCHIVE -> Metric.BUSY_ARCHIVE;
    };
  }
}
