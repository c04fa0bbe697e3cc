// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.athanor.topology.Topology.Direction;
import org.athanor.topology.testing.HwlocTools;
import org.athanor.topology.testing.MachineFile;
import org.athanor.topology.testing.Needs;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Distributions of workers over machines. */
class DistributionTest {
  private static final List<Integer> COUNTS =
      List.of(1, 2, 3, 4, 5, 7, 8, 16, 31, 64, 100, 385, 800);

  @TempDir Path directory;

  @BeforeAll
  static void need() {
    Needs.library();
  }

  static List<MachineFile> machines() {
    return MachineFile.inFormat(2);
  }

  @ParameterizedTest
  @MethodSource("machines")
  void spreadsAsHwlocDistribDoes(MachineFile machine) throws IOException {
    Needs.tools();
    Path file = Files.writeString(directory.resolve("machine.xml"), machine.xml());
    try (Topology topology = machine.loader().filterAll(TypeFilter.KEEP_ALL).load()) {
      List<TopologyObject> root = List.of(topology.root());
      List<TopologyObject> packages = topology.objects(ObjectType.PACKAGE);
      int coreDepth = topology.depthOf(ObjectType.CORE).getAsInt();
      for (int workers : COUNTS) {
        assertThat(masks(topology.distribute(workers))).isEqualTo(ask(file, workers));
        assertThat(masks(topology.distribute(root, workers, Integer.MAX_VALUE, Direction.REVERSE)))
            .isEqualTo(ask(file, workers, "--reverse"));
        assertThat(masks(topology.distribute(root, workers, coreDepth, Direction.FORWARD)))
            .isEqualTo(ask(file, workers, "--to", "core"));
        assertThat(
                masks(topology.distribute(packages, workers, Integer.MAX_VALUE, Direction.FORWARD)))
            .isEqualTo(ask(file, workers, "--from", "package"));
      }
    }
  }

  private static List<String> masks(List<CpuSet> cpusets) {
    return cpusets.stream().map(CpuSet::toMaskString).toList();
  }

  private static List<String> ask(Path file, int workers, String... options) {
    List<String> command = new ArrayList<>(List.of("hwloc-distrib", "-i", file.toString()));
    command.addAll(List.of(options));
    command.add(Integer.toString(workers));
    return HwlocTools.run(command, "");
  }

  @Test
  @Tag("short")
  void givesEachWorkerTheLargestPartOfItsOwn() {
    try (Topology topology = Topology.fromSynthetic("package:2 core:4 pu:2")) {
      assertThat(topology.distribute(2))
          .containsExactly(CpuSet.ofRange(0, 7), CpuSet.ofRange(8, 15));
      assertThat(topology.distribute(8))
          .isEqualTo(
              topology.objects(ObjectType.CORE).stream().map(TopologyObject::cpuset).toList());
      assertThat(topology.distribute(3))
          .containsExactly(CpuSet.ofRange(0, 3), CpuSet.ofRange(4, 7), CpuSet.ofRange(8, 15));
    }
  }

  @Test
  void refusesToSpreadNothing() {
    try (Topology topology = Topology.fromSynthetic("core:2 pu:1")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> topology.distribute(0))
          .withMessage("workers=0: must be 1 or more");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> topology.distribute(List.of(), 1, 9, Direction.FORWARD))
          .withMessage("roots=[]: have no PUs for workers");
    }
  }
}
