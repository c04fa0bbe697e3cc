// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.Slots;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.manage.Foresight;
import org.athanor.simulator.manage.ManagerRules;
import org.athanor.simulator.manage.Planning;
import org.athanor.simulator.manage.PredictionErrors;
import org.athanor.simulator.mapreduce.Scheduling;
import org.athanor.storage.decision.Bonus;
import org.athanor.storage.popularity.PredictorKind;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Tier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Work that can never end is reported, also if heartbeats or a manager of files could go on. */
@Timeout(60)
class StallTest {
  private static final ManagerRules MANAGER =
      new ManagerRules(
          new Planning.Region(tier(DeviceType.DISK), tier(DeviceType.SSD), 100, Bonus.DEFAULT),
          new Foresight.Learned(PredictorKind.LFU),
          7,
          1,
          1,
          new PredictionErrors(0.5, 0.5));

  private final Settings settings = new Settings();

  private static Tier tier(DeviceType type) {
    return new Tier(type.name(), Set.of(type), "", 1, 1, 1, false);
  }

  private Scenario scenario(Slots slots) {
    return new Scenario(
        ClusterSpec.ofEqual(Machines.node(slots), 3),
        HdfsRules.stock(),
        settings.build(),
        new Scheduling.FirstComeFirstServed(),
        List.of(new FileSpec("/in", 400, 100, 1)),
        List.of(Jobs.shuffles("a", "/in", 0, 2, 100, 0), Jobs.computes("b", "default", 900, 2, 10)),
        1,
        1e-12);
  }

  private static void stalls(Scenario scenario) {
    assertThatThrownBy(() -> ClusterRun.run(scenario, job -> {}))
        .isInstanceOf(StalledException.class)
        .hasMessageStartingWith("only 1 of 2 jobs can end");
  }

  @Test
  void withSlotsAtOnce() {
    stalls(scenario(Slots.separate(2, 0)));
  }

  @Test
  void withHeartbeats() {
    settings.heartbeat = 3;
    stalls(scenario(Slots.separate(2, 0)));
  }

  @Test
  void withAManager() {
    stalls(scenario(Slots.separate(2, 0)).with(MANAGER));
  }

  @Test
  void withBoth() {
    settings.heartbeat = 3;
    stalls(scenario(Slots.separate(2, 0)).with(MANAGER));
  }

  /** What would end after the last moment of simulated time does not end. */
  @Test
  void whatTakesTooLong() {
    Scenario scenario =
        new Scenario(
            ClusterSpec.ofEqual(Machines.node(Slots.separate(2, 0)), 3),
            HdfsRules.stock(),
            settings.build(),
            new Scheduling.FirstComeFirstServed(),
            List.of(),
            List.of(
                Jobs.computes("a", "default", 0, 2, 1), Jobs.computes("b", "default", 0, 2, 1e11)),
            1,
            1e-12);
    for (Scenario each : List.of(scenario, scenario.with(MANAGER))) {
      assertThatThrownBy(() -> ClusterRun.run(each, job -> {}))
          .isInstanceOf(StalledException.class)
          .hasMessage(
              "only 1 of 2 jobs can end: what goes on would take more than 292 years; give them"
                  + " fewer bytes and cycles, or faster devices, links and processors");
    }
  }

  /** Nothing happens for a long time before the second job, and jobs wait for their places. */
  @Test
  void whatCanEndDoes() {
    settings.heartbeat = 3;
    settings.rackWait = 40;
    settings.anyWait = 60;
    Scenario scenario = scenario(Slots.separate(1, 1)).with(MANAGER);
    assertThat(ClusterRun.run(scenario, job -> {}).jobs()).hasSize(2);
  }
}
