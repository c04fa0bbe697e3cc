// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The types of objects in a topology. */
public enum ObjectType {
  /** The root of the tree. */
  MACHINE(0, "Machine", Kind.NORMAL),
  /** What sits in a socket. */
  PACKAGE(1, "Package", Kind.NORMAL),
  CORE(2, "Core", Kind.NORMAL),
  /**
   * A processing unit, that is a hardware thread, on which the operating system schedules. Always
   * present.
   */
  PU(3, "PU", Kind.NORMAL),
  /** A data or unified cache, like the other cache types without an I. */
  L1_CACHE(4, "L1Cache", Kind.NORMAL),
  L2_CACHE(5, "L2Cache", Kind.NORMAL),
  L3_CACHE(6, "L3Cache", Kind.NORMAL),
  L4_CACHE(7, "L4Cache", Kind.NORMAL),
  L5_CACHE(8, "L5Cache", Kind.NORMAL),
  /** An instruction cache, like the other cache types with an I. Left out by default. */
  L1I_CACHE(9, "L1iCache", Kind.NORMAL),
  L2I_CACHE(10, "L2iCache", Kind.NORMAL),
  L3I_CACHE(11, "L3iCache", Kind.NORMAL),
  /** A group of related objects that has no other type. Groups may be at several depths. */
  GROUP(12, "Group", Kind.NORMAL),
  /**
   * Memory that is local to some PUs. It is a memory child of the object that has these PUs. Always
   * present.
   */
  NUMA_NODE(13, "NUMANode", Kind.MEMORY),
  /** A host or PCI bridge. Left out by default. */
  BRIDGE(14, "Bridge", Kind.IO),
  /** Left out by default. */
  PCI_DEVICE(15, "PCIDev", Kind.IO),
  /** A device as a driver shows it, such as {@code sda} or {@code eth0}. Left out by default. */
  OS_DEVICE(16, "OSDev", Kind.IO),
  /** Other objects, such as memory modules. Left out by default. */
  MISC(17, "Misc", Kind.MISC),
  /** A memory-side cache of a NUMA node. Left out by default. */
  MEMORY_CACHE(18, "MemCache", Kind.MEMORY),
  /** A part of a package with several cores. */
  DIE(19, "Die", Kind.NORMAL);

  /** Depths of the types outside the main tree, as hwloc numbers them. */
  private static final Map<ObjectType, Integer> VIRTUAL_DEPTHS =
      Map.of(NUMA_NODE, -3, BRIDGE, -4, PCI_DEVICE, -5, OS_DEVICE, -6, MISC, -7, MEMORY_CACHE, -8);

  private final int number;
  private final String hwlocName;
  private final Kind kind;

  ObjectType(int number, String hwlocName, Kind kind) {
    this.number = number;
    this.hwlocName = hwlocName;
    this.kind = kind;
  }

  /** The four lists of children that an object has. */
  enum Kind {
    NORMAL,
    MEMORY,
    IO,
    MISC
  }

  Kind kind() {
    return kind;
  }

  /** Returns the name in hwloc's tools and XML, such as {@code L1iCache}. */
  public String hwlocName() {
    return hwlocName;
  }

  /** Whether objects of this type are in the main tree: those that have CPUs and are not memory. */
  public boolean isNormal() {
    return kind == Kind.NORMAL;
  }

  /** Whether this is a NUMA node or a memory-side cache. */
  public boolean isMemory() {
    return kind == Kind.MEMORY;
  }

  /** Whether this is a bridge, a PCI device or an OS device. */
  public boolean isIo() {
    return kind == Kind.IO;
  }

  /** Whether this is a CPU cache of any kind. A memory-side cache is not. */
  public boolean isCache() {
    return isDataCache() || isInstructionCache();
  }

  /** Whether this is a data or unified cache. */
  public boolean isDataCache() {
    return switch (this) {
      case L1_CACHE, L2_CACHE, L3_CACHE, L4_CACHE, L5_CACHE -> true;
      default -> false;
    };
  }

  public boolean isInstructionCache() {
    return switch (this) {
      case L1I_CACHE, L2I_CACHE, L3I_CACHE -> true;
      default -> false;
    };
  }

  /** Returns the depth of a type outside the main tree, -8 to -3; empty for the other types. */
  Optional<Integer> virtualDepth() {
    return Optional.ofNullable(VIRTUAL_DEPTHS.get(this));
  }

  /** Returns the number of the type in hwloc 2.x. */
  int number() {
    return number;
  }

  /** Returns the type with hwloc's number; empty for types of later versions. */
  static Optional<ObjectType> ofNumber(int number) {
    return Arrays.stream(values()).filter(type -> type.number == number).findFirst();
  }

  /**
   * Returns the type with this name: the {@link #hwlocName} or the constant's name, in upper or
   * lower case. Short names are {@code L2} for {@code L2Cache}, {@code NUMA} or {@code node} for
   * {@code NUMANode}, and {@code socket} for {@code Package}.
   *
   * @throws IllegalArgumentException if there is no such type
   */
  public static ObjectType parse(String name) {
    String lower = name.toLowerCase(Locale.ROOT).replace("_", "");
    for (ObjectType type : values()) {
      String itsName = type.hwlocName.toLowerCase(Locale.ROOT);
      if (lower.equals(itsName)
          || lower.equals(type.name().toLowerCase(Locale.ROOT).replace("_", ""))
          || (type.isCache() && (lower + "cache").equals(itsName))) {
        return type;
      }
    }
    return switch (lower) {
      case "numa", "node" -> NUMA_NODE;
      case "socket" -> PACKAGE;
      case "pci" -> PCI_DEVICE;
      case "os" -> OS_DEVICE;
      default ->
          throw new IllegalArgumentException(
              "\"" + name + "\" is not a type of object; must be one of " + List.of(values()));
    };
  }

  @Override
  public String toString() {
    return hwlocName;
  }
}
