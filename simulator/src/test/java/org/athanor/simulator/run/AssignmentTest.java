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
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.mapreduce.AttemptRecord;
import org.athanor.simulator.mapreduce.Locality;
import org.athanor.simulator.mapreduce.Scheduling;
import org.junit.jupiter.api.Test;

/** When tasks get slots, and whose. */
class AssignmentTest {
  private static final Offset<Double> EXACT = within(2e-8);

  private final Settings settings = new Settings();
  private Scheduling scheduling = new Scheduling.FirstComeFirstServed();
  private List<FileSpec> files = List.of();
  private long seed = 1;

  private History run(ClusterSpec cluster, JobSpec... jobs) {
    return History.of(
        new Scenario(
            cluster,
            HdfsRules.stock(),
            settings.build(),
            scheduling,
            files,
            List.of(jobs),
            seed,
            1e-12));
  }

  private static ClusterSpec cluster(NodeSpec... nodes) {
    return new ClusterSpec(List.of(new RackSpec(List.of(nodes), Double.POSITIVE_INFINITY)));
  }

  private static double[] starts(List<AttemptRecord> attempts) {
    return attempts.stream().mapToDouble(AttemptRecord::start).sorted().toArray();
  }

  private static long running(List<AttemptRecord> attempts, double seconds) {
    return attempts.stream().filter(a -> a.start() <= seconds && seconds < a.end()).count();
  }

  /** The first of two nodes has its heartbeats at 0, 4, 8 s and so on, the second at 2, 6, 10 s. */
  @Test
  void nodesGetTasksWithTheirHeartbeats() {
    settings.heartbeat = 4;
    NodeSpec node = Machines.node(Slots.separate(3, 0));
    JobSpec job = Jobs.computes("a", "default", 1, 6, 100);
    assertThat(starts(run(cluster(node, node), job).maps("a")))
        .containsExactly(new double[] {2, 4, 6, 8, 10, 12}, EXACT);
    settings.heartbeatTasks = 2;
    assertThat(starts(run(cluster(node, node), job).maps("a")))
        .containsExactly(new double[] {2, 2, 4, 4, 6, 8}, EXACT);
  }

  /** A slot that gets free at 10 s gets a task at the next heartbeat, at 12 s. */
  @Test
  void aFreeSlotWaitsForTheHeartbeat() {
    settings.heartbeat = 4;
    JobSpec job = Jobs.computes("a", "default", 0, 2, 6);
    assertThat(starts(run(cluster(Machines.node(Slots.separate(1, 0))), job).maps("a")))
        .containsExactly(new double[] {4, 12}, EXACT);
  }

  /** The wait for a near slot begins when the job refuses one, not when it begins. */
  @Test
  void theWaitBeginsWithTheFirstSlotThatIsRefused() {
    settings.rackWait = 5;
    files = List.of(new FileSpec("/in", 100, 100, 1));
    scheduling = new Scheduling.FirstComeFirstServed();
    History history =
        run(
            cluster(Machines.store(100), Machines.worker(Slots.separate(1, 0), 100)),
            Jobs.computes("fill", "default", 0, 1, 20),
            Jobs.reads("a", 1, "/in"));
    AttemptRecord map = history.maps("a").get(0);
    assertThat(map.start()).isEqualTo(25, EXACT);
    assertThat(map.locality()).isEqualTo(Locality.RACK);
  }

  /** A job's reduces take half of what it has, not half of the cluster: others' maps go on. */
  @Test
  void reducesOfManyJobsLeaveSlotsToMaps() {
    settings.slowstart = 0.05;
    scheduling = new Scheduling.FairShare();
    JobSpec one = new JobSpec("one", "default", 0, "", 100, 100, 10_000, 0, 0.1, 0);
    JobSpec other = new JobSpec("other", "default", 0, "", 100, 100, 10_000, 0, 0.1, 0);
    History history = run(cluster(Machines.node(Slots.containers(8), 1e9)), one, other);
    double half = history.job("one").mapsEnd() / 2;
    for (double at : new double[] {half, 1.2 * half, 1.5 * half}) {
      for (String job : List.of("one", "other")) {
        assertThat(running(history.maps(job), at)).isGreaterThanOrEqualTo(2);
        assertThat(running(history.reduces(job), at)).isBetween(1L, 2L);
      }
    }
  }

  /** A slot that a map of one job leaves goes to the job whose turn it is, not to its reduces. */
  @Test
  void theOrderOfJobsDecidesAlsoAboutReduces() {
    settings.slowstart = 0;
    scheduling = new Scheduling.FairShare();
    History history =
        run(
            cluster(Machines.node(Slots.containers(2))),
            new JobSpec("first", "default", 0, "", 2, 2, 2, 0, 10, 10),
            Jobs.computes("second", "default", 5, 2, 10));
    assertThat(running(history.maps("second"), 10.5)).isEqualTo(1);
    assertThat(running(history.reduces("first"), 10.5)).isEqualTo(1);
  }

  /** With slots of each kind, reduces take none from maps: all start when they may. */
  @Test
  void reducesTakeAllSlotsOfTheirOwn() {
    settings.slowstart = 0.1;
    JobSpec job = new JobSpec("a", "default", 0, "", 20, 4, 20, 0, 10, 0);
    History history = run(cluster(Machines.node(Slots.separate(2, 4))), job);
    assertThat(starts(history.reduces("a"))).containsExactly(new double[] {10, 10, 10, 10}, EXACT);
  }

  /** A map of two blocks is near one of them; the other one may come from elsewhere. */
  @Test
  void eachBlockOfASplitIsReadFromItsPlace() {
    files = List.of(new FileSpec("/in", 200, 100, 1));
    JobSpec job = new JobSpec("a", "default", 0, "/in", 1, 0, 0, 0, 0, 0);
    NodeSpec node = Machines.node(Slots.separate(1, 0));
    boolean here = false;
    boolean there = false;
    for (seed = 1; seed <= 20; seed++) {
      History history = run(cluster(node, node), job);
      assertThat(history.job("a").nodeLocal()).isEqualTo(1);
      assertThat(history.result().makespan()).isEqualTo(20, EXACT);
      double bytes = history.result().use().networkBytes();
      here |= bytes == 0;
      there |= Math.abs(bytes - 100) < 1e-6;
    }
    assertThat(here && there).isTrue();
  }

  /** Nodes that only store have no output of maps: the only worker copies all from itself. */
  @Test
  void anAggregatedShuffleKnowsWhereMapsRan() {
    settings.exact = false;
    JobSpec job = Jobs.shuffles("a", "", 4, 2, 100, 0);
    NodeSpec store = Machines.store(100);
    NodeSpec worker = Machines.node(Slots.separate(2, 2));
    History history = run(cluster(store, store, store, worker), job);
    assertThat(history.result().use().networkBytes()).isZero();
  }
}
