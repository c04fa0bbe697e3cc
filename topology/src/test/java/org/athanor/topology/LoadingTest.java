// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.athanor.topology.testing.MachineFile;
import org.athanor.topology.testing.Needs;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sources, filters and flags, and their errors. */
@Tag("short")
class LoadingTest {
  @BeforeAll
  static void need() {
    Needs.library();
  }

  @Test
  void loadsThisMachine() {
    try (Topology topology = Topology.load()) {
      assertThat(topology.isThisSystem()).isTrue();
      assertThat(topology.count(ObjectType.PU)).isEqualTo(topology.cpuset().weight()).isPositive();
      assertThat(topology.allowedCpuset()).isEqualTo(topology.cpuset());
      assertThat(topology.root().totalMemoryBytes()).isPositive();
      assertThat(topology.root().info("hwlocVersion")).isPresent();
      assertThat(topology.supports(SupportedFeature.DISCOVER_PUS)).isTrue();
      assertThat(topology.toString()).startsWith("this machine: ").endsWith(" PUs");
    }
  }

  @Test
  void loadsAndWritesSyntheticDescriptions() {
    String description = "package:2 [numa(memory=1073741824)] l2:4(size=262144) core:1 pu:2";
    try (Topology topology = Topology.fromSynthetic(description)) {
      assertThat(topology.count(ObjectType.PU)).isEqualTo(16);
      CacheAttributes cache = topology.object(ObjectType.L2_CACHE, 0).cache().orElseThrow();
      assertThat(cache.sizeBytes()).isEqualTo(262_144);
      assertThat(cache.level()).isEqualTo(2);
      assertThat(topology.object(ObjectType.NUMA_NODE, 1).numa().orElseThrow().localMemoryBytes())
          .isEqualTo(1L << 30);
      String written = topology.toSynthetic();
      try (Topology again = Topology.fromSynthetic(written)) {
        assertThat(again.toSynthetic()).isEqualTo(written);
      }
      assertThat(topology.toSynthetic(SyntheticFlag.NO_ATTRIBUTES, SyntheticFlag.IGNORE_MEMORY))
          .isEqualTo("Package:2 L2Cache:4 Core:1 PU:2");
    }
  }

  @Test
  void hasNoSyntheticDescriptionOfAnIrregularMachine() {
    try (Topology topology = new MachineFile(2, "Intel-RaptorLake-Corei7-1370P").load()) {
      assertThatExceptionOfType(TopologyException.class)
          .isThrownBy(topology::toSynthetic)
          .withMessageEndingWith(": has no synthetic description: its tree is not symmetric");
    }
  }

  @Test
  void appliesFilters() {
    MachineFile machine = new MachineFile(2, "32em64t-2n8c2t-pci-normalio");
    try (Topology standard = machine.load();
        Topology io = machine.loader().filterIo(TypeFilter.KEEP_ALL).load();
        Topology noCaches =
            machine.loader().filter(ObjectType.L3_CACHE, TypeFilter.KEEP_NONE).load();
        Topology instructionCaches =
            new MachineFile(2, "192em64t-24n8c2t")
                .loader()
                .filter(ObjectType.L1I_CACHE, TypeFilter.KEEP_ALL)
                .load();
        Topology nothing = machine.loader().filterAll(TypeFilter.KEEP_NONE).load()) {
      assertThat(standard.count(ObjectType.PCI_DEVICE)).isZero();
      assertThat(standard.count(ObjectType.L3_CACHE)).isEqualTo(2);
      assertThat(io.count(ObjectType.PCI_DEVICE)).isEqualTo(10);
      assertThat(io.count(ObjectType.BRIDGE)).isPositive();
      assertThat(noCaches.count(ObjectType.L3_CACHE)).isZero();
      assertThat(instructionCaches.count(ObjectType.L1I_CACHE)).isEqualTo(192);
      assertThat(nothing.depth()).isEqualTo(2);
      assertThat(nothing.count(ObjectType.PU)).isEqualTo(32);
      assertThat(nothing.count(ObjectType.NUMA_NODE)).isEqualTo(2);
    }
  }

  @Test
  void refusesFiltersThatCannotBe() {
    assertThatExceptionOfType(TopologyException.class)
        .isThrownBy(() -> Topology.loader().filter(ObjectType.PU, TypeFilter.KEEP_NONE).load())
        .withMessageMatching(
            "this machine: libhwloc \\(interface 2\\.\\d+\\.\\d+\\) does not accept the filter KEEP_NONE for"
                + " objects of type PU");
  }

  @ParameterizedTest
  @EnumSource(LoadFlag.class)
  void takesEveryFlag(LoadFlag flag) {
    try (Topology topology = Topology.loader().flags(flag).load()) {
      assertThat(topology.count(ObjectType.PU)).isPositive();
    }
  }

  @Test
  void leavesOutDistancesIfAsked() {
    MachineFile machine = new MachineFile(2, "64amd64-4p2n4ca2co");
    try (Topology topology = machine.loader().flags(LoadFlag.NO_DISTANCES).load()) {
      assertThat(topology.distances()).isEmpty();
      assertThat(topology.numaDistances()).isEmpty();
    }
  }

  @Test
  void describesErrorsOfSources() {
    assertThatExceptionOfType(TopologyException.class)
        .isThrownBy(() -> Topology.fromXml(Path.of("no-such-file.xml")))
        .withMessage("no-such-file.xml: there is no such file");
    assertThatExceptionOfType(TopologyException.class)
        .isThrownBy(() -> Topology.fromXmlText("<machine/>"))
        .withMessage("XML text of 10 characters: is not hwloc XML: it has no element <topology>");
    assertThatExceptionOfType(TopologyException.class)
        .isThrownBy(() -> Topology.fromXmlText("<topology version=\"4.1\">"))
        .withMessage(
            "XML text of 24 characters: has XML format 4.1; must be 1 to 3: export it again"
                + " with lstopo --export-xml-flags v2");
    assertThatExceptionOfType(TopologyException.class)
        .isThrownBy(() -> Topology.fromXmlText("<topology version=\"3.0\">"))
        .withMessageStartingWith("XML text of 24 characters: is malformed XML: ");
    assertThatExceptionOfType(TopologyException.class)
        .isThrownBy(() -> Topology.fromXmlText("<topology version=\"3.0\"/>"))
        .withMessage("XML text of 25 characters: has no object");
    assertThatExceptionOfType(TopologyException.class)
        .isThrownBy(() -> Topology.fromXmlText("<topology version=\"2.0\"></topology>"))
        .withMessageMatching(
            "XML text of 35 characters: libhwloc \\(interface [0-9.]+\\) cannot .*");
    assertThatExceptionOfType(TopologyException.class)
        .isThrownBy(() -> Topology.fromSynthetic("core:two"))
        .withMessageMatching(
            "synthetic \"core:two\": libhwloc \\(interface [0-9.]+\\) does not understand the"
                + " description, which should be like \"package:2 core:8 pu:2\"");
  }

  @Test
  void refusesAFileThatIsNotText(@TempDir Path directory) throws IOException {
    Path file = Files.write(directory.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe});
    assertThatExceptionOfType(TopologyException.class)
        .isThrownBy(() -> Topology.fromXml(file))
        .withMessage(file + ": is not UTF-8 text: must be hwloc XML");
  }

  @Test
  void readsNoOtherFileThanItIsGiven() {
    String xml =
        "<!DOCTYPE topology [<!ENTITY secret SYSTEM \"file:///etc/hostname\">]>"
            + "<topology version=\"3.0\"><object type=\"Machine\"><info name=\"a\" value=\"b\"/>"
            + "&secret;</object></topology>";
    assertThat(Xml3.toVersion2(xml, new TopologySource.XmlText(xml)))
        .contains("<info name=\"a\" value=\"b\"/>")
        .doesNotContain("secret");
  }

  @Test
  void knowsTypesByTheirNames() {
    for (ObjectType type : ObjectType.values()) {
      assertThat(ObjectType.parse(type.hwlocName())).isEqualTo(type);
      assertThat(ObjectType.parse(type.name())).isEqualTo(type);
    }
    assertThat(ObjectType.parse("l1i")).isEqualTo(ObjectType.L1I_CACHE);
    assertThat(ObjectType.parse("L2")).isEqualTo(ObjectType.L2_CACHE);
    assertThat(ObjectType.parse("node")).isEqualTo(ObjectType.NUMA_NODE);
    assertThat(ObjectType.parse("socket")).isEqualTo(ObjectType.PACKAGE);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ObjectType.parse("L9"))
        .withMessageStartingWith(
            "\"L9\" is not a type of object; must be one of [Machine, Package, ");
  }
}
