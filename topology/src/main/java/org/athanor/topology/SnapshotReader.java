// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.PointerByReference;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.athanor.topology.hwloc.Hwloc;
import org.athanor.topology.hwloc.HwlocFunctions;
import org.athanor.topology.hwloc.NativeBitmap;
import org.athanor.topology.hwloc.ResultLayouts;

/** Reads a loaded native topology, which no other thread uses yet. */
final class SnapshotReader {
  private static final int HIGHER_FIRST = 1;
  private static final int NEEDS_INITIATOR = 1 << 2;

  private final Hwloc hwloc;
  private final HwlocFunctions functions;
  private final Pointer topology;
  private final ObjectReader objects;

  private SnapshotReader(Hwloc hwloc, Pointer topology) {
    this.hwloc = hwloc;
    this.functions = hwloc.functions();
    this.topology = topology;
    this.objects = new ObjectReader(functions);
  }

  static Snapshot read(Hwloc hwloc, Pointer topology) {
    SnapshotReader reader = new SnapshotReader(hwloc, topology);
    HwlocFunctions functions = hwloc.functions();
    ObjectTree tree =
        new ObjectTree(reader.objects.read(functions.hwloc_get_obj_by_depth(topology, 0, 0)));
    return new Snapshot(
        tree,
        functions.hwloc_topology_is_thissystem(topology) != 0,
        reader.objects.cpuset(functions.hwloc_topology_get_allowed_cpuset(topology)),
        reader.objects.nodeset(functions.hwloc_topology_get_allowed_nodeset(topology)),
        reader.support(),
        reader.distances(),
        reader.cpuKinds(),
        reader.memoryAttributes());
  }

  private Set<SupportedFeature> support() {
    Pointer areas = functions.hwloc_topology_get_support(topology);
    Set<SupportedFeature> support = EnumSet.noneOf(SupportedFeature.class);
    for (SupportedFeature feature : SupportedFeature.values()) {
      long area =
          switch (feature.area()) {
            case DISCOVERY -> ResultLayouts.Support.DISCOVERY;
            case CPU_BINDING -> ResultLayouts.Support.CPU_BINDING;
            case MEMORY_BINDING -> ResultLayouts.Support.MEMORY_BINDING;
          };
      if (hwloc.isAtLeast(feature.sinceMinor())
          && areas.getPointer(area).getByte(feature.offset()) != 0) {
        support.add(feature);
      }
    }
    return support;
  }

  private List<DistanceMatrix> distances() {
    IntByReference count = new IntByReference(0);
    if (functions.hwloc_distances_get(topology, count, null, 0, 0) != 0 || count.getValue() == 0) {
      return List.of();
    }
    Pointer[] structs = new Pointer[count.getValue()];
    functions.hwloc_distances_get(topology, count, structs, 0, 0);
    List<DistanceMatrix> matrices = new ArrayList<>();
    for (Pointer struct : structs) {
      matrices.add(matrix(struct));
      functions.hwloc_distances_release(topology, struct);
    }
    return List.copyOf(matrices);
  }

  private DistanceMatrix matrix(Pointer struct) {
    int size = struct.getInt(ResultLayouts.Distances.OBJECT_COUNT);
    List<TopologyObject> members = new ArrayList<>();
    for (Pointer object :
        struct.getPointer(ResultLayouts.Distances.OBJECTS).getPointerArray(0, size)) {
      members.add(objects.at(object));
    }
    return new DistanceMatrix(
        hwloc.isAtLeast(1) ? functions.hwloc_distances_get_name(topology, struct) : null,
        DistanceMatrix.Kind.ofBits(struct.getLong(ResultLayouts.Distances.KIND)),
        members,
        struct.getPointer(ResultLayouts.Distances.VALUES).getLongArray(0, size * size));
  }

  private List<CpuKind> cpuKinds() {
    List<CpuKind> kinds = new ArrayList<>();
    int count = hwloc.isAtLeast(4) ? functions.hwloc_cpukinds_get_nr(topology, 0) : 0;
    for (int i = 0; i < count; i++) {
      try (NativeBitmap cpuset = new NativeBitmap(functions)) {
        IntByReference efficiency = new IntByReference();
        IntByReference infoCount = new IntByReference();
        PointerByReference infos = new PointerByReference();
        functions.hwloc_cpukinds_get_info(
            topology, i, cpuset.pointer(), efficiency, infoCount, infos, 0);
        kinds.add(
            new CpuKind(
                objects.cpuset(cpuset.pointer()),
                efficiency.getValue() < 0
                    ? OptionalInt.empty()
                    : OptionalInt.of(efficiency.getValue()),
                ObjectReader.infos(infos.getValue(), infoCount.getValue())));
      }
    }
    return List.copyOf(kinds);
  }

  private List<MemoryAttribute> memoryAttributes() {
    List<MemoryAttribute> attributes = new ArrayList<>();
    PointerByReference name = new PointerByReference();
    long[] flags = new long[1];
    for (int id = 0;
        hwloc.isAtLeast(3)
            && functions.hwloc_memattr_get_name(topology, id, name) == 0
            && functions.hwloc_memattr_get_flags(topology, id, flags) == 0;
        id++) {
      boolean needsInitiator = (flags[0] & NEEDS_INITIATOR) != 0;
      attributes.add(
          new MemoryAttribute(
              name.getValue().getString(0, "UTF-8"),
              (flags[0] & HIGHER_FIRST) != 0,
              needsInitiator,
              values(id, needsInitiator)));
    }
    return List.copyOf(attributes);
  }

  private List<MemoryAttribute.Value> values(int attribute, boolean needsInitiator) {
    IntByReference count = new IntByReference(0);
    functions.hwloc_memattr_get_targets(topology, attribute, null, 0, count, null, null);
    int size = count.getValue();
    if (size == 0) {
      return List.of();
    }
    Pointer[] targets = new Pointer[size];
    long[] amounts = new long[size];
    functions.hwloc_memattr_get_targets(topology, attribute, null, 0, count, targets, amounts);
    List<MemoryAttribute.Value> values = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      if (needsInitiator) {
        addSeenFromInitiators(attribute, targets[i], values);
      } else {
        values.add(new MemoryAttribute.Value(objects.at(targets[i]), Optional.empty(), amounts[i]));
      }
    }
    return values;
  }

  private void addSeenFromInitiators(
      int attribute, Pointer target, List<MemoryAttribute.Value> values) {
    IntByReference count = new IntByReference(0);
    functions.hwloc_memattr_get_initiators(topology, attribute, target, 0, count, null, null);
    int size = count.getValue();
    if (size == 0) {
      return;
    }
    long[] amounts = new long[size];
    // Freed with the Java object, because the JNA of Hadoop, version 5.2, has no close().
    Memory initiators = new Memory((long) size * ResultLayouts.Location.BYTES);
    functions.hwloc_memattr_get_initiators(
        topology, attribute, target, 0, count, initiators, amounts);
    for (int i = 0; i < size; i++) {
      Pointer location = initiators.share((long) i * ResultLayouts.Location.BYTES);
      Pointer value = location.getPointer(ResultLayouts.Location.VALUE);
      CpuSet seenFrom =
          location.getInt(ResultLayouts.Location.TYPE) == ResultLayouts.Location.TYPE_CPUSET
              ? objects.cpuset(value)
              : objects.at(value).cpuset();
      values.add(new MemoryAttribute.Value(objects.at(target), Optional.of(seenFrom), amounts[i]));
    }
  }
}
