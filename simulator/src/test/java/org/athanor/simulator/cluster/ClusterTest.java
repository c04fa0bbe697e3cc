// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.athanor.simulator.kernel.Route;
import org.athanor.simulator.kernel.Simulation;
import org.athanor.storage.tier.DeviceType;
import org.junit.jupiter.api.Test;

class ClusterTest {
  private static final DeviceSpec DISK =
      new DeviceSpec(DeviceType.DISK, 100, 50, 0, 1000, DeviceUse.HDFS, Power.NONE);

  @Test
  void loadsAreThoseOfTheLastHeartbeat() {
    Simulation simulation = new Simulation();
    NodeSpec node = new NodeSpec("n", 1, 1e9, 1e9, List.of(DISK), Slots.NONE, Power.NONE);
    Cluster cluster = new Cluster(ClusterSpec.ofEqual(node, 1), simulation.flows());
    List<Integer> seen = new ArrayList<>();
    Runnable look = () -> seen.add(cluster.load(0));
    look.run();
    Route.Builder route = new Route.Builder();
    cluster.addRead(route, 0, 450);
    simulation.flows().start(route.build(), 1, Double.POSITIVE_INFINITY, () -> {});
    look.run();
    simulation.after(2.9, look);
    simulation.after(3.1, look);
    simulation.after(5.9, look);
    simulation.after(6.1, look);
    simulation.run();
    assertThat(seen).containsExactly(0, 0, 0, 1, 1, 0);
  }
}
