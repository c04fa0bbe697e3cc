// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.tier;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.athanor.storage.check.Checks;

/**
 * The storage devices of a cluster that have similar speed (K. Ravindranathan, 2015, section
 * 4.1.1).
 *
 * @param name letters, digits, hyphens and underscores
 * @param devices the types of its devices, one or more
 * @param nodeLabel the label of its nodes; empty if devices of any node belong to it
 * @param readBytesPerSecond what one device reads, above 0
 * @param writeBytesPerSecond what one device writes, above 0
 * @param iops operations per second of one device, above 0
 * @param durable whether one replica on this tier is enough to keep a file, as on a device that
 *     stores data redundantly itself
 */
public record Tier(
    String name,
    Set<DeviceType> devices,
    String nodeLabel,
    double readBytesPerSecond,
    double writeBytesPerSecond,
    double iops,
    boolean durable) {

  public Tier {
    Names.name("tier", name);
    if (devices.isEmpty()) {
      throw new IllegalArgumentException("tier " + name + " has no devices: must have one or more");
    }
    devices = Collections.unmodifiableSet(EnumSet.copyOf(devices));
    if (!nodeLabel.isEmpty()) {
      Names.name("label of tier " + name, nodeLabel);
    }
    Checks.positive("read rate of tier " + name, readBytesPerSecond);
    Checks.positive("write rate of tier " + name, writeBytesPerSecond);
    Checks.positive("operations per second of tier " + name, iops);
  }

  /**
   * Whether a tier, a label or a region may have a name: it begins with a letter or digit, and has
   * only letters, digits, hyphens and underscores.
   */
  public static boolean isName(String text) {
    return Names.isName(text);
  }
}
