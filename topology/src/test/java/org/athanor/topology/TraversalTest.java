// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.athanor.testkit.Seeds;
import org.athanor.topology.testing.HwlocTools;
import org.athanor.topology.testing.MachineFile;
import org.athanor.topology.testing.Needs;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Traversal of the tree. In the example, a package has 2 L3 caches, an L3 cache 2 cores, a core 2
 * PUs.
 */
@Tag("short")
class TraversalTest {
  private static final String EXAMPLE = "package:2 numa:1 l3:2 core:2 pu:2";

  @TempDir Path directory;

  @BeforeAll
  static void need() {
    Needs.library();
  }

  static List<MachineFile> machines() {
    return MachineFile.all();
  }

  @Test
  void findsObjectsByDepthTypeAndIndex() {
    try (Topology topology = Topology.fromSynthetic(EXAMPLE)) {
      assertThat(topology.depth()).isEqualTo(5);
      assertThat(topology.level(0)).containsExactly(topology.root());
      assertThat(topology.level(2)).isEqualTo(topology.objects(ObjectType.L3_CACHE)).hasSize(4);
      assertThat(topology.level(5)).isEmpty();
      assertThat(topology.depthOf(ObjectType.CORE)).hasValue(3);
      assertThat(topology.depthOf(ObjectType.NUMA_NODE)).hasValue(-3);
      assertThat(topology.level(-3)).hasSize(2);
      assertThat(topology.depthOf(ObjectType.DIE)).isEmpty();
      assertThat(topology.object(ObjectType.PU, 15).osIndex()).hasValue(15);
      assertThat(topology.pu(7).orElseThrow().logicalIndex()).isEqualTo(7);
      assertThat(topology.pu(16)).isEmpty();
      TopologyObject core = topology.object(ObjectType.CORE, 5);
      assertThat(topology.byGpIndex(core.gpIndex())).containsSame(core);
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> topology.object(ObjectType.CORE, 8))
          .withMessage("Core L#8: there are 8");
    }
  }

  @Test
  void walksToNeighbours() {
    try (Topology topology = Topology.fromSynthetic(EXAMPLE)) {
      TopologyObject core = topology.object(ObjectType.CORE, 3);
      assertThat(core.previousSibling()).containsSame(topology.object(ObjectType.CORE, 2));
      assertThat(core.nextSibling()).isEmpty();
      assertThat(core.nextCousin()).containsSame(topology.object(ObjectType.CORE, 4));
      assertThat(topology.object(ObjectType.CORE, 0).previousCousin()).isEmpty();
      assertThat(core.ancestors().map(TopologyObject::type))
          .containsExactly(ObjectType.L3_CACHE, ObjectType.PACKAGE, ObjectType.MACHINE);
      assertThat(core.ancestor(ObjectType.PACKAGE))
          .containsSame(topology.object(ObjectType.PACKAGE, 0));
      assertThat(core.isBelow(topology.root())).isTrue();
      assertThat(core.isBelow(core)).isFalse();
      assertThat(core.children())
          .containsExactlyElementsOf(topology.inside(core.cpuset(), ObjectType.PU));
      TopologyObject node = topology.object(ObjectType.NUMA_NODE, 1);
      assertThat(node.parent().orElseThrow().memoryChildren()).containsExactly(node);
      assertThat(topology.root().subtree()).hasSize(1 + 2 + 2 + 4 + 8 + 16);
    }
  }

  @ParameterizedTest
  @MethodSource("machines")
  void linksEveryObjectBothWays(MachineFile machine) {
    try (Topology topology = machine.loadAll()) {
      topology.root().subtree().forEach(object -> checkLinks(topology, object));
    }
  }

  private static void checkLinks(Topology topology, TopologyObject object) {
    for (TopologyObject child : object.allChildren()) {
      assertThat(child.parent()).containsSame(object);
      child.nextSibling().ifPresent(next -> assertThat(next.previousSibling()).containsSame(child));
    }
    assertThat(topology.level(object.depth()).get(object.logicalIndex())).isSameAs(object);
    object.nextCousin().ifPresent(next -> assertThat(next.previousCousin()).containsSame(object));
    if (object.hasSets()) {
      assertThat(object.cpuset().isIncludedIn(object.completeCpuset())).isTrue();
      for (TopologyObject child : object.children()) {
        assertThat(child.cpuset().isIncludedIn(object.cpuset())).isTrue();
      }
    }
  }

  @Test
  void findsTheDeepestObjectThatCovers() {
    try (Topology topology = Topology.fromSynthetic(EXAMPLE)) {
      assertThat(topology.covering(CpuSet.of(2, 3)))
          .containsSame(topology.object(ObjectType.CORE, 1));
      assertThat(topology.covering(CpuSet.of(1, 2)))
          .containsSame(topology.object(ObjectType.L3_CACHE, 0));
      assertThat(topology.covering(CpuSet.of(0, 15))).containsSame(topology.root());
      assertThat(topology.covering(CpuSet.of(16))).isEmpty();
      assertThat(topology.covering(CpuSet.empty())).isEmpty();
    }
  }

  @Test
  void findsObjectsInsideAndAcross() {
    try (Topology topology = Topology.fromSynthetic(EXAMPLE)) {
      CpuSet cpus = CpuSet.ofRange(1, 11);
      assertThat(topology.inside(cpus, ObjectType.L3_CACHE))
          .containsExactly(
              topology.object(ObjectType.L3_CACHE, 1), topology.object(ObjectType.L3_CACHE, 2));
      assertThat(topology.intersecting(cpus, ObjectType.L3_CACHE)).hasSize(3);
      assertThat(topology.largestInside(cpus).stream().map(TopologyObject::toString))
          .containsExactly("PU L#1 P#1", "Core L#1 P#1", "L3Cache L#1", "L3Cache L#2");
    }
  }

  @ParameterizedTest
  @MethodSource("machines")
  void findsTheLargestObjectsThatHwlocCalcFinds(MachineFile machine) throws IOException {
    Needs.tools();
    Path file =
        Files.writeString(
            directory.resolve("machine.xml"),
            XmlFormat.forVersion2(machine.xml(), new TopologySource.Synthetic("")));
    Random random = Seeds.of("findsTheLargestObjectsThatHwlocCalcFinds");
    try (Topology topology = machine.load()) {
      List<String> questions = new ArrayList<>();
      List<CpuSet> answers = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        int first = random.nextInt(topology.count(ObjectType.PU));
        int last = first + random.nextInt(topology.count(ObjectType.PU) - first);
        CpuSet cpus = CpuSet.ofRange(first, last).and(topology.cpuset());
        if (!cpus.isEmpty()) {
          questions.add(cpus.toMaskString());
          answers.add(cpus);
        }
      }
      List<String> found = HwlocTools.calc(List.of("-i", file.toString(), "--largest"), questions);
      assertThat(answers.stream().map(cpus -> locations(topology.largestInside(cpus))))
          .containsExactlyElementsOf(found);
    }
  }

  private static String locations(List<TopologyObject> objects) {
    return objects.stream()
        .map(o -> HwlocTools.typeName(o) + ":" + o.logicalIndex())
        .collect(Collectors.joining(" "));
  }

  @Test
  void findsTheCommonAncestor() {
    try (Topology topology = Topology.fromSynthetic(EXAMPLE)) {
      TopologyObject pu = topology.object(ObjectType.PU, 0);
      assertThat(topology.commonAncestor(pu, topology.object(ObjectType.PU, 1)))
          .isSameAs(topology.object(ObjectType.CORE, 0));
      assertThat(topology.commonAncestor(pu, topology.object(ObjectType.CORE, 7)))
          .isSameAs(topology.root());
      assertThat(topology.commonAncestor(pu, pu)).isSameAs(pu);
      assertThat(topology.commonAncestor(pu, topology.object(ObjectType.NUMA_NODE, 0)))
          .isSameAs(topology.object(ObjectType.PACKAGE, 0));
    }
  }

  @Test
  void findsTheClosestObjectsFirst() {
    try (Topology topology = Topology.fromSynthetic(EXAMPLE)) {
      List<TopologyObject> cores = topology.objects(ObjectType.CORE);
      assertThat(topology.closest(cores.get(2), 4))
          .containsExactly(cores.get(3), cores.get(0), cores.get(1), cores.get(4));
      assertThat(topology.closest(cores.get(2), 100)).hasSize(7);
    }
  }

  @Test
  void convertsBetweenCpusAndNodes() {
    try (Topology topology = Topology.fromSynthetic(EXAMPLE)) {
      assertThat(topology.nodesetOf(CpuSet.of(7, 8))).isEqualTo(NodeSet.of(0, 1));
      assertThat(topology.nodesetOf(CpuSet.of(9))).isEqualTo(NodeSet.of(1));
      assertThat(topology.cpusetOf(NodeSet.of(1))).isEqualTo(CpuSet.ofRange(8, 15));
      assertThat(topology.cpusetOf(NodeSet.of(5))).isEqualTo(CpuSet.empty());
    }
  }

  @Test
  void keepsOnePuOfEachCore() {
    try (Topology topology = Topology.fromSynthetic(EXAMPLE)) {
      assertThat(topology.singlifyPerCore(CpuSet.ofRange(0, 4), 0)).isEqualTo(CpuSet.of(0, 2, 4));
      assertThat(topology.singlifyPerCore(CpuSet.ofRange(0, 4), 1)).isEqualTo(CpuSet.of(1, 3));
      assertThat(topology.singlifyPerCore(CpuSet.of(1, 20), 0)).isEqualTo(CpuSet.of(1, 20));
    }
  }

  @Test
  void hasNoCpusetForDevices() {
    try (Topology topology = new MachineFile(3, "32em64t-2n8c2t-pci-normalio").loadAll()) {
      TopologyObject device = topology.object(ObjectType.PCI_DEVICE, 0);
      assertThat(device.hasSets()).isFalse();
      assertThatIllegalStateException()
          .isThrownBy(device::cpuset)
          .withMessage(
              device
                  + " has no cpuset and no nodeset, because it is an I/O or Misc object: use"
                  + " locality()");
      assertThat(device.locality().cpuset()).isEqualTo(CpuSet.parseMask("0x00ff00ff"));
    }
  }
}
