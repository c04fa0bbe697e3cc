// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.assertj.core.data.Offset;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.RackSpec;
import org.athanor.simulator.cluster.Slots;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.mapreduce.Framework;
import org.athanor.simulator.mapreduce.Scheduling;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What frameworks have in common and where they differ, with times that follow from a formula.
 * Nodes are those of {@link Machines}: 10 bytes/s read, 5 bytes/s written, 1 cycle/s.
 */
class FrameworksTest {
  private static final Offset<Double> EXACT = within(3e-8);

  private final Settings settings = new Settings();

  private History run(Framework framework, ClusterSpec cluster, JobSpec job) {
    settings.framework = framework;
    return History.of(
        new Scenario(
            cluster,
            HdfsRules.stock(),
            settings.build(),
            new Scheduling.FirstComeFirstServed(),
            List.of(),
            List.of(job),
            1,
            1e-12));
  }

  private static ClusterSpec cluster(NodeSpec... nodes) {
    return new ClusterSpec(List.of(new RackSpec(List.of(nodes), Double.POSITIVE_INFINITY)));
  }

  /** Four tasks in two waves: each has a start of 2 s and half a core-second, or only the first. */
  @ParameterizedTest
  @EnumSource
  void processesStartForEachTaskOrForEachNode(Framework framework) {
    settings.taskStart = 2;
    settings.taskStartCore = 0.5;
    JobSpec job = Jobs.computes("a", "default", 0, 4, 10);
    History history = run(framework, cluster(Machines.node(Slots.separate(2, 0))), job);
    boolean hadoop = framework == Framework.HADOOP;
    assertThat(history.result().makespan()).isEqualTo(hadoop ? 25 : 22.5, EXACT);
    assertThat(history.result().use().coreSeconds()).isEqualTo(hadoop ? 42 : 40.5, within(1e-6));
  }

  /**
   * Two maps on two nodes emit 20 bytes each, half of it for the other node, over links of 1
   * byte/s. Stored first, they take 4 s, and the copies 10 s more. Sent at once: 10 s.
   */
  @Test
  void outputIsSentWhileMapsRun() {
    NodeSpec node = Machines.node(Slots.separate(1, 1), 1);
    JobSpec job = Jobs.shuffles("a", "", 2, 2, 40, 0);
    settings.slowstart = 0;
    assertThat(run(Framework.HADOOP, cluster(node, node), job).result().makespan())
        .isEqualTo(14, EXACT);
    assertThat(run(Framework.SPARK, cluster(node, node), job).result().makespan())
        .isEqualTo(14, EXACT);
    for (boolean exact : new boolean[] {true, false}) {
      settings.exact = exact;
      History sent = run(Framework.ATHANOR, cluster(node, node), job);
      assertThat(sent.result().makespan()).isEqualTo(10, EXACT);
      assertThat(sent.job("a").mapsEnd()).isEqualTo(10, EXACT);
      assertThat(sent.reduces("a")).allMatch(reduce -> reduce.start() > 9.99);
    }
  }

  /** Of 100 bytes on one node, 60 stay in memory: 40 are written in 8 s, and read in 4 s. */
  @Test
  void whatDoesNotFitInMemoryPassesTheDisk() {
    JobSpec job = Jobs.shuffles("a", "", 1, 1, 100, 0);
    settings.nodeBytes = 60;
    History history = run(Framework.ATHANOR, cluster(Machines.node(Slots.separate(1, 1))), job);
    assertThat(history.job("a").mapsEnd()).isEqualTo(8, EXACT);
    assertThat(history.result().makespan()).isEqualTo(12, EXACT);
    settings.nodeBytes = 100;
    history = run(Framework.ATHANOR, cluster(Machines.node(Slots.separate(1, 1))), job);
    assertThat(history.result().makespan()).isEqualTo(0, EXACT);
  }

  /**
   * What a node sends it also keeps: each of two holds 50 of 100 bytes, and 25 that it has sent.
   */
  @Test
  void sendersKeepWhatTheyHaveSent() {
    NodeSpec node = Machines.node(Slots.separate(1, 1), 1e9);
    JobSpec job = Jobs.shuffles("a", "", 2, 2, 100, 0);
    settings.nodeBytes = 75;
    assertThat(run(Framework.ATHANOR, cluster(node, node), job).result().makespan())
        .isEqualTo(0, within(1e-6));
    settings.nodeBytes = 60;
    // A fifth of 75 bytes is written at 5 bytes/s, a fifth of 50 is read at 10 bytes/s.
    History history = run(Framework.ATHANOR, cluster(node, node), job);
    assertThat(history.job("a").mapsEnd()).isEqualTo(3, within(1e-6));
    assertThat(history.result().makespan()).isEqualTo(4, within(1e-6));
  }

  /**
   * With slots for both, the reduces of Hadoop start before the last map; those of Spark do not.
   */
  @Test
  void stagesFollowEachOther() {
    settings.slowstart = 0;
    ClusterSpec cluster = cluster(Machines.node(Slots.separate(1, 1)));
    JobSpec job = new JobSpec("a", "default", 0, "", 4, 1, 4, 0, 10, 0);
    assertThat(run(Framework.HADOOP, cluster, job).reduces("a").get(0).start()).isLessThan(31);
    for (Framework framework : new Framework[] {Framework.SPARK, Framework.ATHANOR}) {
      assertThat(run(framework, cluster, job).reduces("a").get(0).start()).isEqualTo(40, EXACT);
    }
  }

  /** Reduces of the engine run where their input is: as many on each node. */
  @Test
  void reducesRunWhereTheirInputIs() {
    NodeSpec node = Machines.node(Slots.containers(3), 100);
    JobSpec job = new JobSpec("a", "default", 0, "", 3, 9, 900, 0, 1, 1);
    History history = run(Framework.ATHANOR, cluster(node, node, node), job);
    for (int i = 0; i < 3; i++) {
      int each = i;
      assertThat(history.reduces("a")).filteredOn(r -> r.node() == each).hasSize(3);
    }
  }
}
