// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.hwloc;

/**
 * Offsets in {@code union hwloc_obj_attr_u} of hwloc 2.x, one class for each type of object that
 * has attributes; bytes, 64-bit systems, byte order of the machine.
 */
public final class AttributeLayouts {
  private AttributeLayouts() {}

  /** Caches, memory-side caches included: size u64, depth u32, linesize u32, ways i32, type i32. */
  public static final class Cache {
    public static final int SIZE;
    public static final int DEPTH;
    public static final int LINE_SIZE;
    public static final int ASSOCIATIVITY;
    public static final int TYPE;
    public static final int BYTES;

    static {
      StructLayout layout = new StructLayout();
      SIZE = layout.i64();
      DEPTH = layout.i32();
      LINE_SIZE = layout.i32();
      ASSOCIATIVITY = layout.i32();
      TYPE = layout.i32();
      BYTES = layout.bytes();
    }

    private Cache() {}
  }

  /** NUMA nodes: local_memory u64, page_types_len u32, page_types*; a page type is two u64. */
  public static final class Numa {
    public static final int LOCAL_MEMORY;
    public static final int PAGE_TYPE_COUNT;
    public static final int PAGE_TYPES;
    public static final int BYTES;
    public static final int PAGE_TYPE_BYTES = 16;

    static {
      StructLayout layout = new StructLayout();
      LOCAL_MEMORY = layout.i64();
      PAGE_TYPE_COUNT = layout.i32();
      PAGE_TYPES = layout.pointer();
      BYTES = layout.bytes();
    }

    private Numa() {}
  }

  /** Groups: depth u32, kind u32, subkind u32, dont_merge u8. */
  public static final class Group {
    public static final int DEPTH;
    public static final int KIND;
    public static final int SUBKIND;
    public static final int BYTES;

    static {
      StructLayout layout = new StructLayout();
      DEPTH = layout.i32();
      KIND = layout.i32();
      SUBKIND = layout.i32();
      layout.u8(); // dont_merge
      BYTES = layout.bytes();
    }

    private Group() {}
  }

  /**
   * PCI devices: domain u16, bus, device and function u8, class, vendor, device, subvendor and
   * subdevice u16, revision u8, link speed f32.
   */
  public static final class Pci {
    public static final int DOMAIN;
    public static final int BUS;
    public static final int DEVICE;
    public static final int FUNCTION;
    public static final int CLASS_ID;
    public static final int VENDOR_ID;
    public static final int DEVICE_ID;
    public static final int SUBVENDOR_ID;
    public static final int SUBDEVICE_ID;
    public static final int REVISION;
    public static final int LINK_SPEED;
    public static final int BYTES;
    static final int ALIGNMENT = 4;

    static {
      StructLayout layout = new StructLayout();
      DOMAIN = layout.u16();
      BUS = layout.u8();
      DEVICE = layout.u8();
      FUNCTION = layout.u8();
      CLASS_ID = layout.u16();
      VENDOR_ID = layout.u16();
      DEVICE_ID = layout.u16();
      SUBVENDOR_ID = layout.u16();
      SUBDEVICE_ID = layout.u16();
      REVISION = layout.u8();
      LINK_SPEED = layout.f32();
      BYTES = layout.bytes();
    }

    private Pci() {}
  }

  /**
   * Bridges: the fields of {@link Pci}, upstream type, downstream buses, downstream type, depth.
   */
  public static final class Bridge {
    public static final int UPSTREAM_TYPE;
    public static final int UPSTREAM_TYPE_PCI = 1;
    public static final int DOWNSTREAM_DOMAIN;
    public static final int SECONDARY_BUS;
    public static final int SUBORDINATE_BUS;
    public static final int DOWNSTREAM_TYPE;
    public static final int DEPTH;
    public static final int BYTES;

    static {
      StructLayout layout = new StructLayout();
      layout.struct(Pci.BYTES, Pci.ALIGNMENT);
      UPSTREAM_TYPE = layout.i32();
      DOWNSTREAM_DOMAIN = layout.u16();
      SECONDARY_BUS = layout.u8();
      SUBORDINATE_BUS = layout.u8();
      DOWNSTREAM_TYPE = layout.i32();
      DEPTH = layout.i32();
      BYTES = layout.bytes();
    }

    private Bridge() {}
  }

  /** Operating-system devices: type i32. */
  public static final class OsDevice {
    public static final int TYPE = 0;
    public static final int BYTES = 4;

    private OsDevice() {}
  }
}
