// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.topology;

import java.util.Locale;
import java.util.Optional;
import org.athanor.topology.CacheAttributes;
import org.athanor.topology.ObjectType;
import org.athanor.topology.OsDeviceAttributes;
import org.athanor.topology.PciAttributes;
import org.athanor.topology.TopologyObject;

/** The parts of an object's label, in hwloc's terms; text and picture combine them. */
public final class ObjectLabel {
  private ObjectLabel() {}

  /**
   * The kind of an object, without index or size: {@code L1d}, {@code NUMANode(MCDRAM)}, {@code Net
   * eth0}.
   */
  public static String kind(TopologyObject object) {
    return switch (object.type()) {
      case L1_CACHE, L2_CACHE, L3_CACHE, L4_CACHE, L5_CACHE, L1I_CACHE, L2I_CACHE, L3I_CACHE ->
          cache(object);
      case GROUP, NUMA_NODE, MEMORY_CACHE ->
          object.type() + object.subtype().map(subtype -> "(" + subtype + ")").orElse("");
      case BRIDGE ->
          object.bridge().flatMap(bridge -> bridge.upstream()).isPresent()
              ? "PCIBridge"
              : "HostBridge";
      case PCI_DEVICE -> object.pci().map(ObjectLabel::pci).orElse("PCI");
      case OS_DEVICE -> osDevice(object) + " " + object.name().orElse("");
      case MISC -> object.subtype().orElse("Misc") + object.name().map(n -> " " + n).orElse("");
      default -> object.type().hwlocName();
    };
  }

  private static String cache(TopologyObject object) {
    String name = object.type().hwlocName().replace("Cache", "");
    boolean dataOnly =
        object.cache().filter(c -> c.type() == CacheAttributes.Type.DATA).isPresent();
    return dataOnly ? name + "d" : name;
  }

  private static String pci(PciAttributes pci) {
    return "PCI " + pci.busId() + " (" + PciClass.name(pci.classId()) + ")";
  }

  private static String osDevice(TopologyObject object) {
    OsDeviceAttributes.Type type =
        object.osDevice().map(OsDeviceAttributes::type).orElse(OsDeviceAttributes.Type.OTHER);
    return switch (type) {
      case BLOCK -> "Block";
      case GPU -> "GPU";
      case NETWORK -> "Net";
      case OPENFABRICS -> "OpenFabrics";
      case DMA -> "DMA";
      case COPROCESSOR -> "CoProc";
      case OTHER -> "Device";
    };
  }

  /**
   * The logical index {@code L#0}. For PUs, NUMA nodes and packages, {@code P#0} follows: the index
   * that the operating system's tools accept.
   */
  public static String index(TopologyObject object) {
    String logical = "L#" + object.logicalIndex();
    return switch (object.type()) {
      case PU, NUMA_NODE, PACKAGE ->
          object.osIndex().isPresent() ? logical + " P#" + object.osIndex().getAsInt() : logical;
      default -> logical;
    };
  }

  /** The size of a cache, or of the memory of a NUMA node or a machine; empty if unknown. */
  public static Optional<String> size(TopologyObject object) {
    long bytes =
        object.type() == ObjectType.MACHINE
            ? object.totalMemoryBytes()
            : object
                .numa()
                .map(numa -> numa.localMemoryBytes())
                .or(() -> object.cache().map(CacheAttributes::sizeBytes))
                .orElse(0L);
    return bytes == 0 ? Optional.empty() : Optional.of(ByteSize.of(bytes));
  }

  /** A count and a noun: {@code 1 core}, {@code 12 cores}. */
  static String count(int count, String noun) {
    return String.format(Locale.ROOT, "%d %s%s", count, noun, count == 1 ? "" : "s");
  }
}
