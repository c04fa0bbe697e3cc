// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.athanor.topology.testing.MachineFile;
import org.athanor.topology.testing.Needs;
import org.athanor.topology.testing.TopologyText;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Facts about the machines, from their data sheets and other sources. */
class MachinesTest {
  @BeforeAll
  static void need() {
    Needs.library();
  }

  private static Topology load(String name) {
    return new MachineFile(3, name).loadAll();
  }

  @ParameterizedTest
  @CsvSource({
    "192em64t-24n8c2t, 24, 24, 192, 384",
    "32em64t-2n8c+dax+nvme+mic+dimms, 2, 2, 16, 16",
    "32em64t-2n8c2t-pci-normalio, 2, 2, 16, 32",
    "40intel64-2g2n4c+pcilocality, 4, 4, 40, 40",
    "64amd64-4p2n4ca2co, 4, 8, 64, 64",
    "64intel64-heteromem, 1, 8, 16, 64",
    "AMD-17h-Zen-2xEpyc-7451, 2, 1, 48, 96",
    "AMD-19h-Zen4-2xEpyc-9654, 2, 1, 192, 384",
    "Intel-IvyBridge-12xXeon-E5-4620v2, 12, 1, 96, 192",
    "Intel-KnightsLanding-XeonPhi-7210, 1, 1, 64, 256",
    "Intel-RaptorLake-Corei7-1370P, 1, 1, 14, 20",
    "Intel-SapphireRapids-2xXeonMax9460, 2, 1, 80, 160",
    "irregulargroups-disallowed, 8, 8, 64, 64",
    "memorysidecaches, 2, 4, 40, 80",
    "nvidia-dgx-gb10, 1, 1, 20, 20",
    "nvidiaDGX2, 2, 2, 4, 4",
    "power8gpudistances, 2, 2, 8, 16",
  })
  void hasAsManyPartsAsTheMachine(String name, int packages, int nodes, int cores, int pus) {
    try (Topology topology = load(name)) {
      assertThat(topology.count(ObjectType.PACKAGE)).isEqualTo(packages);
      assertThat(topology.count(ObjectType.NUMA_NODE)).isEqualTo(nodes);
      assertThat(topology.count(ObjectType.CORE)).isEqualTo(cores);
      assertThat(topology.count(ObjectType.PU)).isEqualTo(pus);
      assertThat(topology.cpuset().weight()).isEqualTo(pus);
    }
  }

  @Test
  void leavesOutWhatIsDisallowedUnlessAskedTo() {
    MachineFile machine = new MachineFile(3, "irregulargroups-disallowed");
    try (Topology allowed = machine.load();
        Topology all = machine.loadAll()) {
      assertThat(allowed.count(ObjectType.PU)).isEqualTo(16);
      assertThat(all.count(ObjectType.PU)).isEqualTo(64);
      assertThat(allowed.cpuset()).isEqualTo(all.allowedCpuset());
      assertThat(allowed.root().completeCpuset()).isEqualTo(all.cpuset());
    }
  }

  /**
   * Formats 3 and 2 of a machine have the same content where the versions of hwloc detect the same.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "192em64t-24n8c2t",
        "32em64t-2n8c2t-pci-normalio",
        "Intel-IvyBridge-12xXeon-E5-4620v2",
        "Intel-KnightsLanding-XeonPhi-7210",
        "Intel-RaptorLake-Corei7-1370P",
        "Intel-SapphireRapids-2xXeonMax9460",
        "memorysidecaches",
        "nvidiaDGX2",
        "power8gpudistances",
      })
  void readsTheSameFromFormat3AsFromFormat2(String name) {
    try (Topology translated = new MachineFile(3, name).loadAll();
        Topology original = new MachineFile(2, name).loadAll()) {
      assertThat(comparable(translated)).isEqualTo(comparable(original));
    }
  }

  /**
   * Removes what differs: each export has new global indexes, newer versions add infos, format 3
   * has no page types, and the type of a GPU changed between GPU and coprocessor.
   */
  private static String comparable(Topology topology) {
    return TopologyText.of(topology)
        .replaceAll(" gp \\d+", "")
        .replaceAll(" Info\\[name=[^\\]]*\\]", "")
        .replaceAll("pageTypes=.*", "")
        .replaceAll("type=(GPU|COPROCESSOR)", "type=GPU or COPROCESSOR")
        .replaceAll("(PCIDev|OSDev|Bridge|NUMANode)\\d+", "$1");
  }

  @Test
  void knowsTheDistancesBetweenNumaNodes() {
    try (Topology topology = load("64amd64-4p2n4ca2co")) {
      DistanceMatrix distances = topology.numaDistances().orElseThrow();
      assertThat(distances.name()).contains("NUMALatency");
      assertThat(distances.objects())
          .containsExactlyInAnyOrderElementsOf(topology.objects(ObjectType.NUMA_NODE));
      assertThat(distances.value(0, 0)).isEqualTo(10);
      assertThat(distances.value(0, 1)).isEqualTo(16);
      assertThat(
              distances.value(
                  topology.numaNode(0).orElseThrow(), topology.numaNode(3).orElseThrow()))
          .isEqualTo(22);
    }
  }

  @Test
  void knowsTheLinksBetweenGpus() {
    try (Topology topology = load("power8gpudistances")) {
      DistanceMatrix links =
          topology.distances().stream()
              .filter(m -> m.kinds().contains(DistanceMatrix.Kind.MEANS_BANDWIDTH))
              .findFirst()
              .orElseThrow();
      assertThat(links.name()).contains("NVLinkBandwidth");
      assertThat(links.kinds())
          .containsExactlyInAnyOrder(
              DistanceMatrix.Kind.FROM_OS,
              DistanceMatrix.Kind.MEANS_BANDWIDTH,
              DistanceMatrix.Kind.HETEROGENEOUS_TYPES);
      assertThat(links.objects()).hasSize(6);
      assertThat(links.value(0, 1)).isEqualTo(40_000);
    }
  }

  @Test
  void distinguishesEfficiencyCoresFromPerformanceCores() {
    try (Topology topology = load("Intel-RaptorLake-Corei7-1370P")) {
      assertThat(topology.cpuKinds())
          .containsExactly(
              new CpuKind(
                  CpuSet.ofRange(12, 19),
                  OptionalInt.of(0),
                  List.of(new Info("CoreType", "IntelAtom"))),
              new CpuKind(
                  CpuSet.ofRange(0, 11),
                  OptionalInt.of(1),
                  List.of(new Info("CoreType", "IntelCore"))));
      assertThat(topology.cpuKindOf(CpuSet.of(13, 14)).orElseThrow().efficiency()).hasValue(0);
      assertThat(topology.cpuKindOf(CpuSet.of(11, 12))).isEmpty();
    }
    try (Topology topology = load("nvidia-dgx-gb10")) {
      assertThat(topology.cpuKinds().stream().map(CpuKind::cpuset))
          .containsExactly(CpuSet.parseMask("0x7c1f"), CpuSet.parseMask("0xf83e0"));
    }
  }

  @Test
  void knowsWhichMemoryIsFast() {
    try (Topology topology = load("64intel64-heteromem")) {
      MemoryAttribute bandwidth =
          topology.memoryAttributes().stream()
              .filter(a -> a.name().equals("Bandwidth"))
              .findFirst()
              .orElseThrow();
      CpuSet firstCore = topology.object(ObjectType.CORE, 0).cpuset();
      MemoryAttribute.Value best = bandwidth.best(firstCore).orElseThrow();
      assertThat(best.value()).isEqualTo(90_000);
      assertThat(best.node().numa().orElseThrow().localMemoryBytes()).isPositive();
      assertThat(bandwidth.higherIsBetter()).isTrue();
      assertThat(bandwidth.value(best.node(), firstCore)).hasValue(90_000);
      assertThat(bandwidth.value(best.node(), topology.cpuset())).isEmpty();
    }
  }

  @Test
  void showsDevicesAndWhereTheyAre() {
    try (Topology topology = load("32em64t-2n8c+dax+nvme+mic+dimms")) {
      TopologyObject disk = osDevice(topology, "nvme0n1");
      assertThat(disk.osDevice()).contains(new OsDeviceAttributes(OsDeviceAttributes.Type.BLOCK));
      assertThat(disk.locality().type().isNormal()).isTrue();
      assertThat(disk.ancestor(ObjectType.PCI_DEVICE).orElseThrow().pci()).isPresent();
      assertThat(osDevice(topology, "ib0").osDevice().orElseThrow().type())
          .isEqualTo(OsDeviceAttributes.Type.NETWORK);
      assertThat(topology.count(ObjectType.MISC)).isEqualTo(8);
      assertThat(topology.object(ObjectType.MISC, 0).parent().orElseThrow().miscChildren())
          .contains(topology.object(ObjectType.MISC, 0));
    }
  }

  private static TopologyObject osDevice(Topology topology, String name) {
    return topology.objects(ObjectType.OS_DEVICE).stream()
        .filter(device -> device.name().equals(Optional.of(name)))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void hasMemorySideCachesBetweenNodesAndPackages() {
    try (Topology topology = load("memorysidecaches")) {
      TopologyObject node = topology.object(ObjectType.NUMA_NODE, 0);
      TopologyObject cache = node.parent().orElseThrow();
      assertThat(cache.type()).isEqualTo(ObjectType.MEMORY_CACHE);
      assertThat(cache.cache().orElseThrow().sizeBytes()).isEqualTo(96L << 30);
      assertThat(cache.memoryChildren()).containsExactly(node);
      assertThat(cache.parent().orElseThrow().memoryChildren()).containsExactly(cache);
    }
  }
}
