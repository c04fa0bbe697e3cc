// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.SplittableRandom;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.hdfs.FileSystem;
import org.athanor.simulator.hdfs.StockPlacement;
import org.athanor.simulator.hdfs.StockSelection;
import org.athanor.simulator.kernel.FlowNetwork;
import org.athanor.simulator.kernel.Simulation;
import org.athanor.simulator.mapreduce.JobTracker;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

/** At no time is a resource of a cluster used above its capacity. */
class CapacityTest {
  private static final int ROUNDS = 60;
  private static final long STEP = 500_000_000;
  private static final int STEPS = 400;

  /** Divisions that go in circles end before their last digits. */
  private static final double PRECISION = 1e-6;

  @Test
  void noResourceIsUsedAboveItsCapacity() {
    Random random = Seeds.of("capacity");
    long used = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Scenario scenario = RandomScenarios.next(random);
      Simulation simulation = new Simulation();
      Cluster cluster = new Cluster(scenario.cluster(), simulation.flows());
      start(scenario, simulation, cluster);
      int resources = resources(scenario, cluster);
      for (int step = 1; step < STEPS; step++) {
        simulation.runUntil(step * STEP);
        FlowNetwork network = simulation.flows();
        for (int resource = 0; resource < resources; resource++) {
          used += network.use(resource) > 0 ? 1 : 0;
          assertThat(network.use(resource))
              .as("round %d, -Dathanor.test.seed=%d", round, Seeds.seed())
              .isBetween(-1e-6, network.capacity(resource) * (1 + PRECISION));
        }
      }
      simulation.run();
      assertThat(simulation.flows().active()).isZero();
    }
    assertThat(used).isPositive();
  }

  private static void start(Scenario scenario, Simulation simulation, Cluster cluster) {
    SplittableRandom random = new SplittableRandom(scenario.seed());
    FileSystem files =
        new FileSystem(
            cluster, new StockPlacement(random.split()), new StockSelection(random.split()));
    scenario.files().forEach(files::create);
    JobTracker tracker =
        new JobTracker(
            simulation,
            cluster,
            files,
            scenario.mapReduce(),
            scenario.scheduling(),
            random.split(),
            job -> {});
    scenario.jobs().forEach(tracker::submit);
  }

  /** Processors, two directions of each link, and devices. */
  private static int resources(Scenario scenario, Cluster cluster) {
    boolean limited = scenario.cluster().racks().get(0).uplinkBytesPerSecond() < 1e18;
    return (limited ? 2 * cluster.racks() : 0) + 3 * cluster.nodes() + cluster.devices();
  }
}
