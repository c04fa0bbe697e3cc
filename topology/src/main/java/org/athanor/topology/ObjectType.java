// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The types of objects in a topology. */
public enum ObjectType {
  /** The root, and nothing else. */
  MACHINE(0, "Machine", Kind.NORMAL),
  /** What sits in a socket. */
  PACKAGE(1, "Package", Kind.NORMAL),
  CORE(2, "Core", Kind.NORMAL),
  /** A processing unit: what the operating system schedules on, a hardware thread. Always there. */
  PU(3, "PU", Kind.NORMAL),
  /** Data or unified cache, as are the others without an I. */
  L1_CACHE(4, "L1Cache", Kind.NORMAL),
  L2_CACHE(5, "L2Cache", Kind.NORMAL),
  L3_CACHE(6, "L3Cache", Kind.NORMAL),
  L4_CACHE(7, "L4Cache", Kind.NORMAL),
  L5_CACHE(8, "L5Cache", Kind.NORMAL),
  /** Instruction cache, as are the others with an I; left out by default. */
  L1I_CACHE(9, "L1iCache", Kind.NORMAL),
  L2I_CACHE(10, "L2iCache", Kind.NORMAL),
  L3I_CACHE(11, "L3iCache", Kind.NORMAL),
  /** Objects that belong together and are none of the other types. May be at several depths. */
  GROUP(12, "Group", Kind.NORMAL),
  /** Memory that is near some PUs; a memory child of the object that it is near. Always there. */
  NUMA_NODE(13, "NUMANode", Kind.MEMORY),
  /** Host or PCI bridge; left out by default. */
  BRIDGE(14, "Bridge", Kind.IO),
  /** Left out by default. */
  PCI_DEVICE(15, "PCIDev", Kind.IO),
  /** What a driver shows, such as {@code sda} or {@code eth0}; left out by default. */
  OS_DEVICE(16, "OSDev", Kind.IO),
  /** Anything else, such as memory modules; left out by default. */
  MISC(17, "Misc", Kind.MISC),
  /** A cache in front of a NUMA node; left out by default. */
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

  /** Which of its parent's four lists of children an object is in. */
  enum Kind {
    NORMAL,
    MEMORY,
    IO,
    MISC
  }

  Kind kind() {
    return kind;
  }

  /** The name that hwloc's tools and XML use, such as {@code L1iCache}. */
  public String hwlocName() {
    return hwlocName;
  }

  /** Whether objects of this type make up the main tree: those with CPUs, but not memory. */
  public boolean isNormal() {
    return kind == Kind.NORMAL;
  }

  /** NUMA nodes and memory-side caches. */
  public boolean isMemory() {
    return kind == Kind.MEMORY;
  }

  /** Bridges, PCI and OS devices. */
  public boolean isIo() {
    return kind == Kind.IO;
  }

  /** CPU caches of any kind; a memory-side cache is none. */
  public boolean isCache() {
    return isDataCache() || isInstructionCache();
  }

  /** Data or unified caches. */
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

  /** The depth of types outside the main tree, -8 to -3; empty for the others. */
  Optional<Integer> virtualDepth() {
    return Optional.ofNullable(VIRTUAL_DEPTHS.get(this));
  }

  /** The number that hwloc 2.x has for it. */
  int number() {
    return number;
  }

  /** The type with hwloc's number, empty for one that later versions may add. */
  static Optional<ObjectType> ofNumber(int number) {
    return Arrays.stream(values()).filter(type -> type.number == number).findFirst();
  }

  /**
   * The type with that name, as {@link #hwlocName} or as the constant, in any case; {@code L2} is
   * short for {@code L2Cache}, {@code NUMA} or {@code node} for {@code NUMANode}, {@code socket}
   * for {@code Package}.
   *
   * @throws IllegalArgumentException if there is none
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
              "\"" + name + "\" is no type of object; there are " + List.of(values()));
    };
  }

  @Override
  public String toString() {
    return hwlocName;
  }
}
