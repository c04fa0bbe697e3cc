// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.topology;

import java.util.Map;

/** The kind of device that a PCI class stands for, in hwloc's words. */
final class PciClass {
  private static final Map<Integer, String> DEVICES =
      Map.ofEntries(
          Map.entry(0x0100, "SCSI"),
          Map.entry(0x0101, "IDE"),
          Map.entry(0x0104, "RAID"),
          Map.entry(0x0106, "SATA"),
          Map.entry(0x0107, "SAS"),
          Map.entry(0x0108, "NVMExp"),
          Map.entry(0x0200, "Ethernet"),
          Map.entry(0x0207, "InfiniBand"),
          Map.entry(0x0208, "Fabric"),
          Map.entry(0x0300, "VGA"),
          Map.entry(0x0302, "3D"),
          Map.entry(0x0501, "Flash"),
          Map.entry(0x0502, "CXLMem"),
          Map.entry(0x0b40, "Co-Processor"));

  private static final Map<Integer, String> FAMILIES =
      Map.ofEntries(
          Map.entry(0x01, "Storage"),
          Map.entry(0x02, "Network"),
          Map.entry(0x03, "Display"),
          Map.entry(0x04, "Multimedia"),
          Map.entry(0x05, "Memory"),
          Map.entry(0x06, "Bridge"),
          Map.entry(0x07, "Communication"),
          Map.entry(0x08, "System"),
          Map.entry(0x0b, "Processor"),
          Map.entry(0x0c, "Serial"),
          Map.entry(0x0d, "Wireless"),
          Map.entry(0x10, "Encryption"),
          Map.entry(0x11, "Signal"),
          Map.entry(0x12, "Accelerator"));

  private PciClass() {}

  /**
   * @param classId the PCI specification's base class and subclass, 16 bits
   */
  static String name(int classId) {
    String family = FAMILIES.getOrDefault(classId >> 8, "Other");
    return DEVICES.getOrDefault(classId, family);
  }
}
