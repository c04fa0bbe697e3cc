// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.athanor.simulator.access.Access;
import org.athanor.simulator.access.AccessPlan;
import org.athanor.simulator.access.AccessPlan.Round;
import org.athanor.simulator.access.AccessSummary;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.DeviceSpec;
import org.athanor.simulator.cluster.DeviceUse;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.Power;
import org.athanor.simulator.cluster.Slots;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.storage.tier.DeviceType;
import org.junit.jupiter.api.Test;

/** Six nodes in two racks, each with two disks of 100 MB/s (50 written) and one for other data. */
class ThroughputBoundsTest {
  private static final long MB = 1_000_000;

  private static DeviceSpec disk(DeviceUse use) {
    return new DeviceSpec(DeviceType.DISK, 100e6, 50e6, 0, 1L << 40, use, Power.NONE);
  }

  private static Scenario scenario(double link, double uplink, Round... rounds) {
    List<DeviceSpec> devices =
        List.of(disk(DeviceUse.HDFS), disk(DeviceUse.ALL), disk(DeviceUse.LOCAL));
    NodeSpec node = new NodeSpec("n", 1, 1e9, link, devices, Slots.NONE, Power.NONE);
    return Scenario.ofClients(
        ClusterSpec.ofEqual(node, 6, 2, uplink),
        HdfsRules.stock(),
        List.of(),
        List.of(new AccessPlan(List.of(rounds))),
        1,
        1e-9);
  }

  private static Round writes(int replication, long... sizes) {
    List<Access> all = new ArrayList<>();
    for (int i = 0; i < sizes.length; i++) {
      all.add(new Access.Write(0, i, new FileSpec("/" + i, sizes[i], 10 * MB, replication)));
    }
    return new Round(0, all);
  }

  private static Round reads(double... starts) {
    List<Access> all = new ArrayList<>();
    for (int i = 0; i < starts.length; i++) {
      all.add(new Access.Read(starts[i], i, "/" + i));
    }
    return new Round(1, all);
  }

  /** Two readers have a disk each. */
  @Test
  void readsMayAllBeLocal() {
    Scenario scenario = scenario(1, 1, writes(3, 100 * MB, 100 * MB), reads(0, 0));
    assertThat(ThroughputBounds.of(scenario, false).orElseThrow()).isEqualTo(100e6, within(1.0));
  }

  /** One access writes three replicas: two go over links, one over an uplink. */
  @Test
  void replicasNeedTheNetwork() {
    Round one = writes(3, 100 * MB);
    assertThat(ThroughputBounds.of(scenario(1e9, 1e9, one), true).orElseThrow())
        .isEqualTo(50e6, within(1.0));
    // Six links, of which each byte needs two.
    assertThat(ThroughputBounds.of(scenario(4e6, 1e9, one), true).orElseThrow())
        .isEqualTo(12e6, within(1.0));
    // Two uplinks, of which each byte needs one.
    assertThat(ThroughputBounds.of(scenario(1e9, 4e6, one), true).orElseThrow())
        .isEqualTo(8e6, within(1.0));
    assertThat(ThroughputBounds.of(scenario(1e9, 4e6, writes(1, 100 * MB)), true).orElseThrow())
        .isEqualTo(50e6, within(1.0));
  }

  @Test
  void thereIsNoneForUnequalAccesses() {
    Round writes = writes(3, 100 * MB, 100 * MB);
    Scenario later = scenario(1e9, 1e9, writes, reads(0, 1));
    assertThat(ThroughputBounds.of(later, false)).isEmpty();
    assertThat(ThroughputBounds.of(later, true)).isPresent();
    Scenario larger = scenario(1e9, 1e9, writes(3, 100 * MB, 101 * MB), reads(0, 0));
    assertThat(ThroughputBounds.of(larger, true)).isEmpty();
    assertThat(ThroughputBounds.of(larger, false)).isEmpty();
    Scenario twice = scenario(1e9, 1e9, writes, reads(0, 0), reads(0, 0));
    assertThat(ThroughputBounds.of(twice, false)).isEmpty();
    assertThat(ThroughputBounds.of(scenario(1e9, 1e9, writes), false)).isEmpty();
    Scenario failing = later.with(Failures.of(new NodeFailure(1, 0)));
    assertThat(ThroughputBounds.of(failing, true)).isEmpty();
  }

  @Test
  void simulatedThroughputsAreBelow() {
    for (double link : new double[] {5e6, 50e6, 500e6}) {
      Scenario scenario =
          scenario(
              link, 2 * link, writes(3, 100 * MB, 100 * MB, 100 * MB, 100 * MB), reads(0, 0, 0, 0));
      RunResult result = ClusterRun.run(scenario, job -> {});
      for (boolean writes : new boolean[] {true, false}) {
        assertThat(AccessSummary.of(result.accesses(), writes).throughput())
            .isLessThan(ThroughputBounds.of(scenario, writes).orElseThrow() * (1 + 1e-6));
      }
    }
  }
}
