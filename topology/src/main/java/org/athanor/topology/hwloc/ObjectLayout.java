// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.hwloc;

/**
 * Offsets in {@code struct hwloc_obj} of hwloc 2.0 to 2.x, in bytes; 64-bit systems, byte order of
 * the machine.
 *
 * <pre>
 *   0 type            i32    8 subtype       char*  16 os_index           u32   24 name         char*
 *  32 total_memory    u64   40 attr          union* 48 depth              i32   52 logical_index  u32
 *  56 next_cousin     obj*  64 prev_cousin   obj*   72 parent             obj*  80 sibling_rank   u32
 *  88 next_sibling    obj*  96 prev_sibling  obj*  104 arity              u32  112 children     obj**
 * 120 first_child     obj* 128 last_child    obj*  136 symmetric_subtree  i32  140 memory_arity   u32
 * 144 memory_first_child   152 io_arity      u32   160 io_first_child    obj*  168 misc_arity     u32
 * 176 misc_first_child     184 cpuset              192 complete_cpuset
 * 200 nodeset              208 complete_nodeset    216 infos           info*   224 infos_count    u32
 * 232 userdata      void*  240 gp_index      u64   248 end
 * </pre>
 */
public final class ObjectLayout {
  public static final int TYPE;
  public static final int SUBTYPE;
  public static final int OS_INDEX;
  public static final int NAME;
  public static final int TOTAL_MEMORY;
  public static final int ATTRIBUTES;
  public static final int DEPTH;
  public static final int LOGICAL_INDEX;
  public static final int SIBLING_RANK;
  public static final int NEXT_SIBLING;
  public static final int FIRST_CHILD;
  public static final int SYMMETRIC_SUBTREE;
  public static final int MEMORY_FIRST_CHILD;
  public static final int IO_FIRST_CHILD;
  public static final int MISC_FIRST_CHILD;
  public static final int CPUSET;
  public static final int COMPLETE_CPUSET;
  public static final int NODESET;
  public static final int COMPLETE_NODESET;
  public static final int INFOS;
  public static final int INFO_COUNT;
  public static final int GP_INDEX;
  public static final int BYTES;

  /** {@code HWLOC_UNKNOWN_INDEX}: the value of {@code os_index} that stands for none. */
  public static final int UNKNOWN_INDEX = -1;

  static {
    StructLayout layout = new StructLayout();
    TYPE = layout.i32();
    SUBTYPE = layout.pointer();
    OS_INDEX = layout.i32();
    NAME = layout.pointer();
    TOTAL_MEMORY = layout.i64();
    ATTRIBUTES = layout.pointer();
    DEPTH = layout.i32();
    LOGICAL_INDEX = layout.i32();
    layout.pointer(); // next_cousin
    layout.pointer(); // prev_cousin
    layout.pointer(); // parent
    SIBLING_RANK = layout.i32();
    NEXT_SIBLING = layout.pointer();
    layout.pointer(); // prev_sibling
    layout.i32(); // arity
    layout.pointer(); // children
    FIRST_CHILD = layout.pointer();
    layout.pointer(); // last_child
    SYMMETRIC_SUBTREE = layout.i32();
    layout.i32(); // memory_arity
    MEMORY_FIRST_CHILD = layout.pointer();
    layout.i32(); // io_arity
    IO_FIRST_CHILD = layout.pointer();
    layout.i32(); // misc_arity
    MISC_FIRST_CHILD = layout.pointer();
    CPUSET = layout.pointer();
    COMPLETE_CPUSET = layout.pointer();
    NODESET = layout.pointer();
    COMPLETE_NODESET = layout.pointer();
    INFOS = layout.pointer();
    INFO_COUNT = layout.i32();
    layout.pointer(); // userdata
    GP_INDEX = layout.i64();
    BYTES = layout.bytes();
  }

  private ObjectLayout() {}
}
