// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.hwloc;

/**
 * Offsets in the structures of hwloc 2.x that functions return or fill; bytes, 64-bit systems, byte
 * order of the machine.
 */
public final class ResultLayouts {
  private ResultLayouts() {}

  /** {@code struct hwloc_info_s}: name and value, both {@code char*}. */
  public static final class Info {
    public static final int NAME = 0;
    public static final int VALUE = 8;
    public static final int BYTES = 16;

    private Info() {}
  }

  /** {@code struct hwloc_distances_s}: nbobjs u32, objs obj**, kind ulong, values u64*. */
  public static final class Distances {
    public static final int OBJECT_COUNT;
    public static final int OBJECTS;
    public static final int KIND;
    public static final int VALUES;

    static {
      StructLayout layout = new StructLayout();
      OBJECT_COUNT = layout.i32();
      OBJECTS = layout.pointer();
      KIND = layout.i64();
      VALUES = layout.pointer();
    }

    private Distances() {}
  }

  /** {@code struct hwloc_location}: type i32, then a bitmap or an object. */
  public static final class Location {
    public static final int TYPE = 0;
    public static final int VALUE = 8;
    public static final int BYTES = 16;
    public static final int TYPE_OBJECT = 0;
    public static final int TYPE_CPUSET = 1;

    private Location() {}
  }

  /**
   * {@code struct hwloc_topology_support}: a pointer for each area, to one byte for each feature,
   * which is 0 if the feature is not supported.
   */
  public static final class Support {
    public static final int DISCOVERY = 0;
    public static final int CPU_BINDING = 8;
    public static final int MEMORY_BINDING = 16;

    private Support() {}
  }
}
