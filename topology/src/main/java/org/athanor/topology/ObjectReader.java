// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.athanor.topology.hwloc.AttributeLayouts;
import org.athanor.topology.hwloc.HwlocFunctions;
import org.athanor.topology.hwloc.NativeBitmap;
import org.athanor.topology.hwloc.ObjectLayout;
import org.athanor.topology.hwloc.ResultLayouts;

/**
 * Converts hwloc's objects to Java objects, with one memory read per structure and one call per
 * set. Leaves out objects of unknown types and everything below them. Not thread-safe; used for one
 * load.
 */
final class ObjectReader {
  private final HwlocFunctions functions;
  private final Map<Long, TopologyObject> byAddress = new HashMap<>();
  // Cached by text, because many objects have equal sets.
  private final Map<String, CpuSet> cpusets = new HashMap<>();
  private final Map<String, NodeSet> nodesets = new HashMap<>();

  ObjectReader(HwlocFunctions functions) {
    this.functions = functions;
  }

  /** Reads an object and all below it. */
  TopologyObject read(Pointer root) {
    return read(root, null);
  }

  /** Returns the object that was read from this address, or null. */
  TopologyObject at(Pointer address) {
    return address == null ? null : byAddress.get(Pointer.nativeValue(address));
  }

  CpuSet cpuset(Pointer bitmap) {
    return cpusets.computeIfAbsent(NativeBitmap.mask(functions, bitmap), CpuSet::parseMask);
  }

  NodeSet nodeset(Pointer bitmap) {
    return nodesets.computeIfAbsent(NativeBitmap.mask(functions, bitmap), NodeSet::parseMask);
  }

  /** Reads an array of {@code struct hwloc_info_s}. */
  static List<Info> infos(Pointer array, int count) {
    List<Info> infos = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      Pointer info = array.share((long) i * ResultLayouts.Info.BYTES);
      infos.add(
          new Info(
              string(info.getPointer(ResultLayouts.Info.NAME)),
              string(info.getPointer(ResultLayouts.Info.VALUE))));
    }
    return List.copyOf(infos);
  }

  private TopologyObject read(Pointer address, TopologyObject parent) {
    ByteBuffer struct = struct(address, ObjectLayout.BYTES);
    ObjectType type = ObjectType.ofNumber(struct.getInt(ObjectLayout.TYPE)).orElse(null);
    if (type == null) {
      return null;
    }
    TopologyObject object = new TopologyObject(parent, properties(type, struct));
    byAddress.put(Pointer.nativeValue(address), object);
    Map<ObjectType.Kind, List<TopologyObject>> children = new EnumMap<>(ObjectType.Kind.class);
    children.put(ObjectType.Kind.NORMAL, list(pointer(struct, ObjectLayout.FIRST_CHILD), object));
    children.put(
        ObjectType.Kind.MEMORY, list(pointer(struct, ObjectLayout.MEMORY_FIRST_CHILD), object));
    children.put(ObjectType.Kind.IO, list(pointer(struct, ObjectLayout.IO_FIRST_CHILD), object));
    children.put(
        ObjectType.Kind.MISC, list(pointer(struct, ObjectLayout.MISC_FIRST_CHILD), object));
    object.setChildren(children);
    return object;
  }

  private List<TopologyObject> list(Pointer first, TopologyObject parent) {
    List<TopologyObject> objects = new ArrayList<>();
    for (Pointer p = first; p != null; p = p.getPointer(ObjectLayout.NEXT_SIBLING)) {
      TopologyObject object = read(p, parent);
      if (object != null) {
        objects.add(object);
      }
    }
    return List.copyOf(objects);
  }

  private ObjectProperties properties(ObjectType type, ByteBuffer struct) {
    int osIndex = struct.getInt(ObjectLayout.OS_INDEX);
    Pointer cpuset = pointer(struct, ObjectLayout.CPUSET);
    return new ObjectProperties(
        type,
        string(pointer(struct, ObjectLayout.SUBTYPE)),
        string(pointer(struct, ObjectLayout.NAME)),
        osIndex == ObjectLayout.UNKNOWN_INDEX ? -1 : osIndex,
        struct.getLong(ObjectLayout.TOTAL_MEMORY),
        attributes(type, pointer(struct, ObjectLayout.ATTRIBUTES)),
        struct.getInt(ObjectLayout.DEPTH),
        struct.getInt(ObjectLayout.LOGICAL_INDEX),
        struct.getInt(ObjectLayout.SIBLING_RANK),
        struct.getInt(ObjectLayout.SYMMETRIC_SUBTREE) != 0,
        cpuset == null
            ? null
            : new ObjectProperties.Sets(
                cpuset(cpuset),
                cpuset(pointer(struct, ObjectLayout.COMPLETE_CPUSET)),
                nodeset(pointer(struct, ObjectLayout.NODESET)),
                nodeset(pointer(struct, ObjectLayout.COMPLETE_NODESET))),
        infos(pointer(struct, ObjectLayout.INFOS), struct.getInt(ObjectLayout.INFO_COUNT)),
        struct.getLong(ObjectLayout.GP_INDEX));
  }

  private static ObjectAttributes attributes(ObjectType type, Pointer union) {
    if (union == null) {
      return null;
    }
    if (type.isCache() || type == ObjectType.MEMORY_CACHE) {
      return cache(struct(union, AttributeLayouts.Cache.BYTES));
    }
    return switch (type) {
      case NUMA_NODE -> numa(struct(union, AttributeLayouts.Numa.BYTES));
      case GROUP -> group(struct(union, AttributeLayouts.Group.BYTES));
      case PCI_DEVICE -> pci(struct(union, AttributeLayouts.Pci.BYTES));
      case BRIDGE -> bridge(struct(union, AttributeLayouts.Bridge.BYTES));
      case OS_DEVICE -> osDevice(struct(union, AttributeLayouts.OsDevice.BYTES));
      default -> null;
    };
  }

  private static CacheAttributes cache(ByteBuffer struct) {
    int associativity = struct.getInt(AttributeLayouts.Cache.ASSOCIATIVITY);
    return new CacheAttributes(
        struct.getLong(AttributeLayouts.Cache.SIZE),
        struct.getInt(AttributeLayouts.Cache.DEPTH),
        knownUnlessZero(struct.getInt(AttributeLayouts.Cache.LINE_SIZE)),
        knownUnlessZero(associativity),
        CacheAttributes.Type.ofNumber(struct.getInt(AttributeLayouts.Cache.TYPE)));
  }

  private static OptionalInt knownUnlessZero(int value) {
    return value == 0 ? OptionalInt.empty() : OptionalInt.of(value);
  }

  private static NumaAttributes numa(ByteBuffer struct) {
    int count = struct.getInt(AttributeLayouts.Numa.PAGE_TYPE_COUNT);
    List<NumaAttributes.PageType> pageTypes = new ArrayList<>(count);
    if (count > 0) {
      ByteBuffer array =
          struct(
              pointer(struct, AttributeLayouts.Numa.PAGE_TYPES),
              count * AttributeLayouts.Numa.PAGE_TYPE_BYTES);
      for (int i = 0; i < count; i++) {
        pageTypes.add(new NumaAttributes.PageType(array.getLong(), array.getLong()));
      }
    }
    return new NumaAttributes(struct.getLong(AttributeLayouts.Numa.LOCAL_MEMORY), pageTypes);
  }

  private static GroupAttributes group(ByteBuffer struct) {
    return new GroupAttributes(
        struct.getInt(AttributeLayouts.Group.DEPTH),
        struct.getInt(AttributeLayouts.Group.KIND),
        struct.getInt(AttributeLayouts.Group.SUBKIND));
  }

  private static PciAttributes pci(ByteBuffer struct) {
    return new PciAttributes(
        u16(struct, AttributeLayouts.Pci.DOMAIN),
        u8(struct, AttributeLayouts.Pci.BUS),
        u8(struct, AttributeLayouts.Pci.DEVICE),
        u8(struct, AttributeLayouts.Pci.FUNCTION),
        u16(struct, AttributeLayouts.Pci.CLASS_ID),
        u16(struct, AttributeLayouts.Pci.VENDOR_ID),
        u16(struct, AttributeLayouts.Pci.DEVICE_ID),
        u16(struct, AttributeLayouts.Pci.SUBVENDOR_ID),
        u16(struct, AttributeLayouts.Pci.SUBDEVICE_ID),
        u8(struct, AttributeLayouts.Pci.REVISION),
        struct.getFloat(AttributeLayouts.Pci.LINK_SPEED));
  }

  private static BridgeAttributes bridge(ByteBuffer struct) {
    boolean pci =
        struct.getInt(AttributeLayouts.Bridge.UPSTREAM_TYPE)
            == AttributeLayouts.Bridge.UPSTREAM_TYPE_PCI;
    return new BridgeAttributes(
        pci ? Optional.of(pci(struct)) : Optional.empty(),
        u16(struct, AttributeLayouts.Bridge.DOWNSTREAM_DOMAIN),
        u8(struct, AttributeLayouts.Bridge.SECONDARY_BUS),
        u8(struct, AttributeLayouts.Bridge.SUBORDINATE_BUS),
        struct.getInt(AttributeLayouts.Bridge.DEPTH));
  }

  private static OsDeviceAttributes osDevice(ByteBuffer struct) {
    return new OsDeviceAttributes(
        OsDeviceAttributes.Type.ofNumber(struct.getInt(AttributeLayouts.OsDevice.TYPE)));
  }

  private static ByteBuffer struct(Pointer address, int bytes) {
    return address.getByteBuffer(0, bytes).order(ByteOrder.nativeOrder());
  }

  private static Pointer pointer(ByteBuffer struct, int offset) {
    long address = struct.getLong(offset);
    return address == 0 ? null : new Pointer(address);
  }

  private static String string(Pointer text) {
    return text == null ? null : text.getString(0, "UTF-8");
  }

  private static int u8(ByteBuffer struct, int offset) {
    return Byte.toUnsignedInt(struct.get(offset));
  }

  private static int u16(ByteBuffer struct, int offset) {
    return Short.toUnsignedInt(struct.getShort(offset));
  }
}
