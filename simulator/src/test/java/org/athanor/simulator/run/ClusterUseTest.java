// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.DeviceSpec;
import org.athanor.simulator.cluster.DeviceUse;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.Power;
import org.athanor.simulator.cluster.Slots;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.mapreduce.Scheduling;
import org.athanor.storage.tier.DeviceType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("short")
class ClusterUseTest {

  /** Each of four nodes runs a map and a reduce, so three quarters of the shuffle use links. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void countsWhatTheShuffleMoves(boolean exactShuffle) {
    DeviceSpec disk =
        new DeviceSpec(DeviceType.DISK, 100e6, 100e6, 0, 1L << 40, DeviceUse.ALL, Power.NONE);
    NodeSpec node =
        new NodeSpec("node", 2, 1e9, 125e6, List.of(disk), Slots.separate(1, 1), Power.NONE);
    Settings settings = new Settings();
    settings.blockBytes = 1;
    settings.sortBytes = 1L << 40;
    settings.mergeBytes = 1L << 40;
    settings.readsMapOutput = false;
    settings.exact = exactShuffle;
    JobSpec job = new JobSpec("job", "default", 0, "", 4, 4, 400_000_000, 0, 0, 0);
    Scenario scenario =
        new Scenario(
            ClusterSpec.ofEqual(node, 4),
            HdfsRules.stock(),
            settings.build(),
            new Scheduling.FirstComeFirstServed(),
            List.of(),
            List.of(job),
            1,
            1e-12);
    ClusterUse use = ClusterRun.run(scenario, ended -> {}).use();
    assertThat(use.networkBytes()).isCloseTo(300e6, within(1.0));
  }
}
