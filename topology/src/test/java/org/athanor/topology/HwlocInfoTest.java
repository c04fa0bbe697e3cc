// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.athanor.topology.testing.HwlocTools;
import org.athanor.topology.testing.MachineFile;
import org.athanor.topology.testing.Needs;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares every property of every object of every machine with the output of {@code hwloc-info}
 * for the same file. The tool reads files of format 3 in translation; another test checks the
 * translation.
 */
class HwlocInfoTest {
  private static final Map<ObjectType, String> LOCATIONS =
      Map.of(
          ObjectType.NUMA_NODE, "numa",
          ObjectType.MEMORY_CACHE, "memcache",
          ObjectType.BRIDGE, "bridge",
          ObjectType.PCI_DEVICE, "pci",
          ObjectType.OS_DEVICE, "os",
          ObjectType.MISC, "misc");

  /** Maximum number of characters of a set that hwloc-info prints. */
  private static final int MASK_CHARACTERS = 127;

  @TempDir Path directory;

  @BeforeAll
  static void need() {
    Needs.tools();
  }

  static List<MachineFile> machines() {
    return MachineFile.all();
  }

  @ParameterizedTest
  @MethodSource("machines")
  void agreesWithHwlocInfoOnEachObject(MachineFile machine) throws IOException {
    Path file = directory.resolve("machine.xml");
    Files.writeString(file, XmlFormat.forVersion2(machine.xml(), new TopologySource.XmlFile(file)));
    try (Topology topology =
        Topology.loader(new TopologySource.XmlText(machine.xml()))
            .filterAll(TypeFilter.KEEP_ALL)
            .load()) {
      assertSameObjects(topology, List.of("hwloc-info", "-i", file.toString()));
    }
  }

  @Test
  void agreesWithHwlocInfoOnThisMachine() {
    try (Topology topology = Topology.loader().filterAll(TypeFilter.KEEP_ALL).load()) {
      List<String> shown = ask(List.of("hwloc-info"), List.of("1:all", "core:all", "pu:all"));
      List<String> ours = new ArrayList<>();
      Stream.of(
              topology.level(1), topology.objects(ObjectType.CORE), topology.objects(ObjectType.PU))
          .flatMap(List::stream)
          .forEach(object -> ours.add(describe(topology, object)));
      assertThat(ours).isEqualTo(shown);
    }
  }

  /** hwloc-info truncates long sets; hwloc-calc does not. */
  @ParameterizedTest
  @MethodSource("machines")
  void hasTheCpusetsThatHwlocCalcPrints(MachineFile machine) throws IOException {
    try (Topology topology = machine.loader().filterAll(TypeFilter.KEEP_ALL).load()) {
      List<TopologyObject> objects =
          topology.root().subtree().filter(object -> object.type().isNormal()).toList();
      assertThat(
              HwlocTools.calc(
                  List.of("-i", file(machine).toString()),
                  objects.stream()
                      .map(o -> HwlocTools.typeName(o) + ":" + o.logicalIndex())
                      .toList()))
          .isEqualTo(objects.stream().map(o -> o.cpuset().toMaskString()).toList());
    }
  }

  @ParameterizedTest
  @MethodSource("machines")
  void hasTheLevelsThatHwlocInfoShows(MachineFile machine) throws IOException {
    Path file = directory.resolve("machine.xml");
    Files.writeString(file, XmlFormat.forVersion2(machine.xml(), new TopologySource.XmlFile(file)));
    try (Topology topology = machine.loader().filterAll(TypeFilter.KEEP_ALL).load()) {
      List<String> levels = new ArrayList<>();
      for (int depth = 0; depth < topology.depth(); depth++) {
        levels.add(level(topology, depth, "depth"));
      }
      for (int depth = -3; depth >= -8; depth--) {
        if (!topology.level(depth).isEmpty()) {
          levels.add(level(topology, depth, "Special depth"));
        }
      }
      List<String> command =
          List.of("hwloc-info", "-i", file.toString(), "--filter", "all:all", "--topology");
      List<String> shown =
          HwlocTools.run(command, "").stream()
              .map(line -> line.strip().replaceAll(" +", " ").replaceAll(" \\(.*", ""))
              .toList();
      assertThat(levels).isEqualTo(shown);
    }
  }

  private Path file(MachineFile machine) throws IOException {
    Path file = directory.resolve("machine.xml");
    return Files.writeString(
        file, XmlFormat.forVersion2(machine.xml(), new TopologySource.XmlFile(file)));
  }

  private static String level(Topology topology, int depth, String label) {
    List<TopologyObject> objects = topology.level(depth);
    TopologyObject first = objects.get(0);
    return label + " " + depth + ": " + objects.size() + " " + HwlocTools.typeName(first);
  }

  private static void assertSameObjects(Topology topology, List<String> command) {
    List<TopologyObject> objects = new ArrayList<>();
    List<String> locations = new ArrayList<>();
    for (int depth = 0; depth < topology.depth(); depth++) {
      objects.addAll(topology.level(depth));
      locations.add(depth + ":all");
    }
    for (ObjectType type : ObjectType.values()) {
      if (!type.isNormal() && topology.count(type) > 0) {
        objects.addAll(topology.objects(type));
        locations.add(LOCATIONS.get(type) + ":all");
      }
    }
    // The tool does not find objects whose PUs are all disallowed.
    objects.removeIf(object -> object.hasSets() && object.cpuset().isEmpty());
    List<String> answers = ask(command, locations);
    assertThat(answers).hasSameSizeAs(objects);
    for (int i = 0; i < objects.size(); i++) {
      assertThat(describe(topology, objects.get(i))).isEqualTo(answers.get(i));
    }
  }

  /** Returns the properties of each object. */
  private static List<String> ask(List<String> command, List<String> locations) {
    List<String> whole = new ArrayList<>(command);
    whole.addAll(List.of("--filter", "all:all"));
    whole.addAll(locations);
    List<StringBuilder> objects = new ArrayList<>();
    for (String line : HwlocTools.run(whole, "")) {
      if (!line.startsWith(" ")) {
        objects.add(new StringBuilder());
      } else if (!line.startsWith(" full type")) {
        objects.get(objects.size() - 1).append(line.substring(1)).append('\n');
      }
    }
    return objects.stream().map(StringBuilder::toString).toList();
  }

  private static final class Lines {
    private final StringBuilder text = new StringBuilder();

    void put(String key, Object value) {
      text.append(key).append(" = ").append(value).append('\n');
    }
  }

  private static String describe(Topology topology, TopologyObject object) {
    Lines text = new Lines();
    text.put("type", object.type().hwlocName());
    object.subtype().ifPresent(subtype -> text.put("subtype", subtype));
    text.put("logical index", object.logicalIndex());
    object.osIndex().ifPresent(index -> text.put("os index", index));
    text.put("gp index", object.gpIndex());
    object.name().ifPresent(name -> text.put("name", name));
    text.put("depth", object.depth());
    text.put("sibling rank", object.siblingRank());
    text.put("children", object.children().size());
    text.put("memory children", object.memoryChildren().size());
    text.put("i/o children", object.ioChildren().size());
    text.put("misc children", object.miscChildren().size());
    object.numa().ifPresent(numa -> text.put("local memory", numa.localMemoryBytes()));
    if (object.totalMemoryBytes() > 0) {
      text.put("total memory", object.totalMemoryBytes());
    }
    if (object.hasSets()) {
      text.put("cpuset", mask(object.cpuset()));
      text.put("complete cpuset", mask(object.completeCpuset()));
      text.put("allowed cpuset", mask(object.cpuset().and(topology.allowedCpuset())));
      text.put("nodeset", mask(object.nodeset()));
      text.put("complete nodeset", mask(object.completeNodeset()));
      text.put("allowed nodeset", mask(object.nodeset().and(topology.allowedNodeset())));
    }
    object.cache().ifPresent(cache -> describe(cache, text));
    object.group().ifPresent(group -> text.put("attr group depth", group.depth()));
    object.bridge().ifPresent(bridge -> describe(bridge, text));
    object.pci().ifPresent(pci -> describe(pci, text));
    object.osDevice().ifPresent(device -> text.put("attr osdev type", toolName(device.type())));
    text.put("symmetric subtree", object.hasSymmetricSubtree() ? 1 : 0);
    object.infos().forEach(info -> text.put("info " + info.name(), info.value()));
    if (object.type().isNormal()) {
      describeKinds(topology, object.cpuset(), text);
    }
    if (object.type() == ObjectType.NUMA_NODE) {
      describeMemory(topology, object, text);
    }
    return text.text.toString();
  }

  private static String mask(Bitmap<?> set) {
    String mask = set.toMaskString();
    return mask.substring(0, Math.min(MASK_CHARACTERS, mask.length()));
  }

  private static void describe(CacheAttributes cache, Lines text) {
    text.put("attr cache depth", cache.level());
    text.put("attr cache type", capitalised(cache.type()));
    text.put("attr cache size", cache.sizeBytes());
    text.put("attr cache line size", cache.lineBytes().orElse(0));
    cache
        .associativity()
        .ifPresent(
            ways ->
                text.put(
                    "attr cache ways",
                    ways == CacheAttributes.FULLY_ASSOCIATIVE ? "Fully-associative" : "" + ways));
  }

  private static void describe(BridgeAttributes bridge, Lines text) {
    text.put("attr bridge upstream type", bridge.isHostBridge() ? "Host" : "PCI");
    bridge.upstream().ifPresent(pci -> describe(pci, text));
    text.put("attr bridge downstream type", "PCI");
    text.put("attr PCI secondary bus", hex(bridge.secondaryBus(), 2));
    text.put("attr PCI subordinate bus", hex(bridge.subordinateBus(), 2));
  }

  private static void describe(PciAttributes pci, Lines text) {
    text.put("attr PCI bus id", pci.busId());
    text.put("attr PCI class", hex(pci.classId(), 4));
    text.put("attr PCI id", hex(pci.vendorId(), 4) + ":" + hex(pci.deviceId(), 4));
    if (pci.linkSpeedGBps() > 0) {
      text.put("attr PCI linkspeed", String.format(Locale.ROOT, "%f GB/s", pci.linkSpeedGBps()));
    }
  }

  private static void describeKinds(Topology topology, CpuSet cpus, Lines text) {
    for (CpuKind kind : topology.cpuKinds()) {
      if (!cpus.intersects(kind.cpuset())) {
        continue;
      }
      String partially = cpus.isIncludedIn(kind.cpuset()) ? "" : " (partially)";
      text.put("cpukind", topology.cpuKinds().indexOf(kind) + partially);
      kind.efficiency().ifPresent(efficiency -> text.put("cpukind efficiency", efficiency));
      kind.infos().forEach(info -> text.put("cpukind info " + info.name(), info.value()));
    }
  }

  private static void describeMemory(Topology topology, TopologyObject node, Lines text) {
    for (MemoryAttribute attribute : topology.memoryAttributes()) {
      for (MemoryAttribute.Value value : attribute.values()) {
        if (value.node() == node) {
          String from =
              value.initiator().map(cpus -> " from initiator " + cpus.toMaskString()).orElse("");
          text.put("memory attribute " + attribute.name() + from, value.value());
        }
      }
    }
  }

  private static String toolName(OsDeviceAttributes.Type type) {
    return switch (type) {
      case GPU -> "GPU";
      case OPENFABRICS -> "OpenFabrics";
      case DMA -> "DMA";
      case COPROCESSOR -> "Co-Processor";
      case NETWORK -> "Network";
      case BLOCK -> "Block";
      case OTHER -> "Unknown";
    };
  }

  private static String capitalised(Enum<?> constant) {
    return constant.name().charAt(0) + constant.name().substring(1).toLowerCase(Locale.ROOT);
  }

  private static String hex(int value, int digits) {
    return String.format(Locale.ROOT, "%0" + digits + "x", value);
  }
}
