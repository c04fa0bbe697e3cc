// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.util.Locale;

/**
 * A PCI device, or the upstream side of a PCI bridge. Identifiers are those of the PCI
 * specification.
 *
 * @param linkSpeedGBps bandwidth of the link in GB/s (10<sup>9</sup> bytes), 0 if unknown
 */
public record PciAttributes(
    int domain,
    int bus,
    int device,
    int function,
    int classId,
    int vendorId,
    int deviceId,
    int subvendorId,
    int subdeviceId,
    int revision,
    float linkSpeedGBps)
    implements ObjectAttributes {
  /** Returns the bus address in the form of {@code lspci}: {@code 0000:02:00.1}. */
  public String busId() {
    return String.format(Locale.ROOT, "%04x:%02x:%02x.%01x", domain, bus, device, function);
  }
}
