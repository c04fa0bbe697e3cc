// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.affinity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.athanor.testkit.Seeds;
import org.athanor.topology.CpuSet;
import org.athanor.topology.NodeSet;
import org.athanor.topology.ObjectType;
import org.athanor.topology.Topology;
import org.athanor.topology.TopologyObject;
import org.athanor.topology.testing.MachineFile;
import org.athanor.topology.testing.Needs;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Plans for real and synthetic machines. */
@Tag("short")
class AffinityPlanTest {
  /**
   * A machine like the one in the paper: two packages with 8 cores of 2 PUs each; PUs i and i + 16
   * are in the same core.
   */
  private static final String PAPER = "32em64t-2n8c2t-pci-normalio";

  @BeforeAll
  static void need() {
    Needs.library();
  }

  static List<MachineFile> machines() {
    return MachineFile.all();
  }

  private static AffinityPlan plan(
      String description, int workers, int threads, AffinityLevel level) {
    try (Topology topology =
        description.equals(PAPER)
            ? new MachineFile(3, PAPER).load()
            : Topology.fromSynthetic(description)) {
      return AffinityPlan.of(topology, workers, threads, level);
    }
  }

  private static List<String> threads(AffinityPlan plan, int worker) {
    return plan.workers().get(worker).threads().stream().map(CpuSet::toListString).toList();
  }

  @Test
  void bindsNothingAtLevelNone() {
    assertThat(plan(PAPER, 2, 99, AffinityLevel.NONE).workers()).isEmpty();
  }

  @Test
  void bindsWorkersToPackagesInTurn() {
    AffinityPlan plan = plan(PAPER, 3, 2, AffinityLevel.CPU);
    CpuSet first = CpuSet.parseList("0-7,16-23");
    CpuSet second = CpuSet.parseList("8-15,24-31");
    assertThat(plan.workers())
        .containsExactly(
            new WorkerAffinity(first, NodeSet.of(0), List.of(first, first)),
            new WorkerAffinity(second, NodeSet.of(1), List.of(second, second)),
            new WorkerAffinity(first, NodeSet.of(0), List.of(first, first)));
  }

  @Test
  void bindsThreadsToCoresOfOnePackage() {
    AffinityPlan plan = plan(PAPER, 4, 3, AffinityLevel.CORE);
    assertThat(threads(plan, 0)).containsExactly("0,16", "1,17", "2,18");
    assertThat(threads(plan, 1)).containsExactly("8,24", "9,25", "10,26");
    assertThat(threads(plan, 2)).containsExactly("3,19", "4,20", "5,21");
    assertThat(threads(plan, 3)).containsExactly("11,27", "12,28", "13,29");
    assertThat(plan.toString())
        .startsWith("affinity core\nworker 0: {0-2,16-18}: {0,16} {1,17} {2,18}\nworker 1: ");
  }

  @Test
  void bindsThreadsToFirstPusOfCoresThenToSecondOnes() {
    AffinityPlan plan = plan(PAPER, 2, 16, AffinityLevel.PU);
    assertThat(threads(plan, 0))
        .containsExactly(
            "0", "1", "2", "3", "4", "5", "6", "7", "16", "17", "18", "19", "20", "21", "22", "23");
    assertThat(plan(PAPER, 2, 8, AffinityLevel.PU).workers().get(1).cpuset())
        .isEqualTo(CpuSet.ofRange(8, 15));
    assertThat(threads(plan(PAPER, 4, 5, AffinityLevel.PU), 2))
        .containsExactly("4", "5", "6", "7", "20");
  }

  @Test
  void sharesPusWhereCoresAreTooFew() {
    AffinityPlan plan = plan("package:2 core:1 pu:4", 4, 2, AffinityLevel.PU);
    assertThat(threads(plan, 0)).containsExactly("0", "1");
    assertThat(threads(plan, 1)).containsExactly("4", "5");
    assertThat(threads(plan, 2)).containsExactly("2", "3");
    // 8 cores for 3 Workers: in whole cores, one Worker would get 2 cores, that is 4 PUs for 5
    // threads.
    assertThat(plan("package:1 core:8 pu:2", 3, 5, AffinityLevel.PU).workers()).hasSize(3);
  }

  @Test
  void goesToTheNextPackageWhereTheFirstHasTooFewCores() {
    try (Topology whole = Topology.fromSynthetic("package:2 core:4 pu:1");
        Topology topology = whole.restrictedTo(CpuSet.parseList("0-1,4-7"))) {
      AffinityPlan plan = AffinityPlan.of(topology, 2, 2, AffinityLevel.CORE);
      assertThat(threads(plan, 0)).containsExactly("0", "1");
      assertThat(threads(plan, 1)).containsExactly("4", "5");
      assertThat(threads(AffinityPlan.of(topology, 1, 4, AffinityLevel.CORE), 0))
          .containsExactly("4", "5", "6", "7");
    }
  }

  @Test
  void refusesMoreThreadsThanCores() {
    assertThatExceptionOfType(OversubscriptionException.class)
        .isThrownBy(() -> plan(PAPER, 2, 16, AffinityLevel.CORE))
        .withMessage(
            "affinity=core: 2 Workers of 16 threads need 32 cores, but the machine has 16: use fewer"
                + " Workers or threads, or affinity pu or cpu");
    assertThatExceptionOfType(OversubscriptionException.class)
        .isThrownBy(() -> plan(PAPER, 3, 5, AffinityLevel.CORE))
        .withMessage(
            "affinity=core: 3 Workers of 5 threads do not fit: Worker 2 needs 5 cores of one"
                + " package, but the packages have free: 3, 3: use fewer Workers or threads, or"
                + " affinity cpu");
  }

  @Test
  void refusesMoreThreadsThanPus() {
    assertThatExceptionOfType(OversubscriptionException.class)
        .isThrownBy(() -> plan(PAPER, 3, 11, AffinityLevel.PU))
        .withMessage(
            "affinity=pu: 3 Workers of 11 threads need 33 PUs, but the machine has 32: use fewer"
                + " Workers or threads, or affinity cpu");
    assertThatExceptionOfType(OversubscriptionException.class)
        .isThrownBy(() -> plan(PAPER, 3, 10, AffinityLevel.PU))
        .withMessage(
            "affinity=pu: 3 Workers of 10 threads do not fit: Worker 0 shares a package with 1"
                + " others and can have only 8 of its PUs: use fewer Workers or threads, or"
                + " affinity cpu");
  }

  @Test
  void refusesNoWorkersAndNoThreads() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> plan(PAPER, 0, 1, AffinityLevel.CPU))
        .withMessage("workers=0: must be 1 or more");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> plan(PAPER, 1, 0, AffinityLevel.NONE))
        .withMessage("threadsPerWorker=0: must be 1 or more");
  }

  @Test
  void knowsLevelsByName() {
    for (AffinityLevel level : AffinityLevel.values()) {
      assertThat(AffinityLevel.parse(level.toString())).isEqualTo(level);
    }
    assertThat(AffinityLevel.parse("Core")).isEqualTo(AffinityLevel.CORE);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AffinityLevel.parse("socket"))
        .withMessage("affinity=socket: must be one of none, cpu, core, pu");
  }

  @Test
  void givesHybridCoresThePusTheyHave() {
    try (Topology topology = new MachineFile(3, "Intel-RaptorLake-Corei7-1370P").load()) {
      // There are 6 cores of 2 PUs and 8 of 1 PU, so two Workers get 10 PUs each.
      AffinityPlan plan = AffinityPlan.of(topology, 2, 10, AffinityLevel.PU);
      assertThat(threads(plan, 0))
          .containsExactly("0", "2", "4", "6", "8", "1", "3", "5", "7", "9");
      assertThat(threads(plan, 1))
          .containsExactly("10", "12", "13", "14", "15", "16", "17", "18", "19", "11");
      assertThat(threads(AffinityPlan.of(topology, 1, 14, AffinityLevel.CORE), 0))
          .contains("0-1", "10-11", "12", "19");
    }
  }

  @Test
  void countsOnlyWhatIsAllowed() {
    try (Topology topology = new MachineFile(3, "irregulargroups-disallowed").loadAll()) {
      AffinityPlan plan = AffinityPlan.of(topology, 3, 2, AffinityLevel.CPU);
      assertThat(topology.count(ObjectType.PACKAGE)).isEqualTo(8);
      assertThat(plan.workers().stream().map(WorkerAffinity::cpuset))
          .containsExactly(CpuSet.ofRange(0, 7), CpuSet.ofRange(8, 15), CpuSet.ofRange(0, 7));
    }
  }

  /** Checks properties that every plan has on every machine. */
  @ParameterizedTest
  @MethodSource("machines")
  void givesEachThreadAPlaceOfItsOwn(MachineFile machine) {
    Random random = Seeds.of("givesEachThreadAPlaceOfItsOwn");
    try (Topology topology = machine.load()) {
      int packages = topology.count(ObjectType.PACKAGE);
      for (AffinityLevel level : List.of(AffinityLevel.CORE, AffinityLevel.PU)) {
        int all = topology.count(level == AffinityLevel.CORE ? ObjectType.CORE : ObjectType.PU);
        for (int round = 0; round < 30; round++) {
          int workers = 1 + random.nextInt(2 * packages);
          int threads = 1 + random.nextInt(2 * all / workers);
          AffinityPlan plan;
          try {
            plan = AffinityPlan.of(topology, workers, threads, level);
          } catch (OversubscriptionException e) {
            int workersOfOne = (workers + packages - 1) / packages;
            assertThat(workersOfOne * threads)
                .as(e.getMessage())
                .isGreaterThan(smallest(topology, level));
            continue;
          }
          check(topology, plan, workers, threads, level);
        }
      }
    }
  }

  private static int smallest(Topology topology, AffinityLevel level) {
    ObjectType type = level == AffinityLevel.CORE ? ObjectType.CORE : ObjectType.PU;
    return topology.objects(ObjectType.PACKAGE).stream()
        .mapToInt(p -> topology.inside(p.cpuset(), type).size())
        .min()
        .orElseThrow();
  }

  private static void check(
      Topology topology, AffinityPlan plan, int workers, int threads, AffinityLevel level) {
    ObjectType type = level == AffinityLevel.CORE ? ObjectType.CORE : ObjectType.PU;
    List<CpuSet> places = topology.objects(type).stream().map(TopologyObject::cpuset).toList();
    assertThat(plan.workers()).hasSize(workers);
    List<CpuSet> used = new ArrayList<>();
    for (WorkerAffinity worker : plan.workers()) {
      assertThat(worker.threads()).hasSize(threads);
      assertThat(topology.intersecting(worker.cpuset(), ObjectType.PACKAGE)).hasSize(1);
      assertThat(worker.nodeset()).isEqualTo(topology.nodesetOf(worker.cpuset()));
      used.addAll(worker.threads());
    }
    assertThat(used).doesNotHaveDuplicates().isSubsetOf(places);
  }
}
