// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.affinity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.athanor.engine.config.InvalidSettingException;
import org.athanor.topology.CpuSet;
import org.athanor.topology.Topology;
import org.athanor.topology.affinity.AffinityLevel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The machine has 2 packages with 4 cores of 2 PUs each. */
class WorkerPlanTest {
  private Topology topology; // null where libhwloc is missing

  @BeforeEach
  void load() {
    NeedsHwloc.check();
    topology = Topology.fromSynthetic("package:2 core:4 pu:2");
  }

  @AfterEach
  void close() {
    if (topology != null) {
      topology.close();
    }
  }

  private void assertRefused(AffinityLevel level, int threads, String message) {
    assertThatExceptionOfType(InvalidSettingException.class)
        .isThrownBy(() -> WorkerPlan.threads(topology, level, threads, Seat.ALONE))
        .withMessage(message);
  }

  @Test
  void isThatOfTheFirstWorker() {
    assertThat(WorkerPlan.threads(topology, AffinityLevel.CPU, 2, Seat.ALONE))
        .containsExactly(CpuSet.ofRange(0, 7), CpuSet.ofRange(0, 7));
    assertThat(WorkerPlan.threads(topology, AffinityLevel.CORE, 2, Seat.ALONE))
        .containsExactly(CpuSet.of(0, 1), CpuSet.of(2, 3));
    assertThat(WorkerPlan.threads(topology, AffinityLevel.PU, 5, Seat.ALONE))
        .containsExactly(CpuSet.of(0), CpuSet.of(2), CpuSet.of(4), CpuSet.of(6), CpuSet.of(1));
  }

  @Test
  void workersOfOneMachineHaveDifferentPackages() {
    assertThat(WorkerPlan.threads(topology, AffinityLevel.CORE, 2, new Seat(1, 2)))
        .containsExactly(CpuSet.of(8, 9), CpuSet.of(10, 11));
    assertThat(WorkerPlan.threads(topology, AffinityLevel.CPU, 1, new Seat(1, 2)))
        .containsExactly(CpuSet.ofRange(8, 15));
  }

  @Test
  void refusesMoreWorkersThanCores() {
    assertThatExceptionOfType(InvalidSettingException.class)
        .isThrownBy(() -> WorkerPlan.threads(topology, AffinityLevel.CORE, 2, new Seat(8, 9)))
        .withMessage(
            "athanor.affinity=core: gives each thread a core of its own, and there are too few here"
                + " for 9 Workers; set athanor.affinity to cpu or none");
  }

  @Test
  void refusesMoreThreadsThanCoresAndSaysHowManyFit() {
    assertRefused(
        AffinityLevel.CORE,
        16,
        "athanor.threads=16: athanor.affinity=core gives each thread a core of its own, and the"
            + " engine can have 4 here; set athanor.threads to 4 or less, or athanor.affinity to"
            + " cpu or none");
  }

  @Test
  void refusesMoreThreadsThanPusAndSaysHowManyFit() {
    assertRefused(
        AffinityLevel.PU,
        9,
        "athanor.threads=9: athanor.affinity=pu gives each thread a PU of its own, and the"
            + " engine can have 8 here; set athanor.threads to 8 or less, or athanor.affinity to"
            + " cpu or none");
  }

  @Test
  void hasNoLimitForThreadsThatShareAPackage() {
    assertThat(WorkerPlan.threads(topology, AffinityLevel.CPU, 1024, Seat.ALONE)).hasSize(1024);
  }
}
