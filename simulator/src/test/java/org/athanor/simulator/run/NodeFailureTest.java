// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.assertj.core.data.Offset;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.Power;
import org.athanor.simulator.cluster.RackSpec;
import org.athanor.simulator.cluster.Slots;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.mapreduce.AttemptRecord;
import org.athanor.simulator.mapreduce.AttemptRecord.Outcome;
import org.athanor.simulator.mapreduce.Framework;
import org.athanor.simulator.mapreduce.Locality;
import org.athanor.simulator.mapreduce.Scheduling;
import org.junit.jupiter.api.Test;

/** What the failure of a node costs, where a formula says it. */
class NodeFailureTest {
  private static final Offset<Double> EXACT = within(2e-8);
  private static final Slots ONE = Slots.separate(1, 1);

  private final Settings settings = new Settings();

  private Scenario scenario(List<FileSpec> files, JobSpec job, NodeSpec... nodes) {
    return new Scenario(
        new ClusterSpec(List.of(new RackSpec(List.of(nodes), Double.POSITIVE_INFINITY))),
        HdfsRules.stock(),
        settings.build(),
        new Scheduling.FirstComeFirstServed(),
        files,
        List.of(job),
        1,
        1e-12);
  }

  private static History failing(Scenario scenario, double deadAfter, NodeFailure... failures) {
    Scenario with = scenario.with(new Failures(List.of(failures), deadAfter, 1));
    History history = History.of(with);
    Invariants.check(with, history);
    return history;
  }

  private static List<FileSpec> input(long bytes, int replication) {
    return List.of(new FileSpec("/in", bytes, 100, replication));
  }

  /** A map of 10 s fails after 4 s; its task begins again on the other node: 14 s. */
  @Test
  void aTaskBeginsAgainOnAnotherNode() {
    Scenario scenario =
        scenario(
            List.of(),
            Jobs.computes("a", "default", 0, 1, 10),
            Machines.node(ONE),
            Machines.node(ONE));
    int node = History.of(scenario).maps("a").get(0).node();
    History history = failing(scenario, 1, new NodeFailure(node, 4));
    assertThat(history.maps("a"))
        .extracting(AttemptRecord::outcome)
        .containsExactly(Outcome.LOST, Outcome.DONE);
    assertThat(history.result().makespan()).isEqualTo(14, EXACT);
    assertThat(history.result().losses()).isEqualTo(new Losses(1, 0, 1, 0, 0, 0));
  }

  /**
   * 100 bytes are read over a link of 4 bytes/s for 10 s; the remaining 60 come from the other
   * replica, over a link of 4 bytes/s too: 25 s as without the failure.
   */
  @Test
  void aReadGoesOnWithAnotherReplica() {
    Scenario scenario =
        scenario(
            input(100, 2),
            Jobs.reads("a", 0, "/in"),
            Machines.store(4),
            Machines.store(4),
            Machines.worker(ONE, 100));
    for (int node = 0; node < 2; node++) {
      History history = failing(scenario, 1000, new NodeFailure(node, 10));
      assertThat(history.result().makespan()).isEqualTo(25, EXACT);
      assertThat(history.result().use().networkBytes()).isEqualTo(100, within(1e-6));
      assertThat(history.result().losses().attempts()).isZero();
    }
  }

  /**
   * Two stores, read at 10 bytes/s. One fails before the read; the job fails with the other, or
   * right at its start if that failed before.
   */
  @Test
  void aJobWithoutItsInputFails() {
    Scenario scenario =
        scenario(
            input(100, 2),
            Jobs.reads("a", 5, "/in"),
            Machines.store(100),
            Machines.store(100),
            Machines.worker(ONE, 100));
    History later = failing(scenario, 1000, new NodeFailure(0, 1), new NodeFailure(1, 8));
    assertThat(later.job("a").failure()).contains("input of map 0: all its replicas are lost");
    assertThat(later.job("a").end()).isEqualTo(8, EXACT);
    assertThat(later.result().losses().blocks()).isEqualTo(1);
    History before = failing(scenario, 1000, new NodeFailure(0, 1), new NodeFailure(1, 2));
    assertThat(before.job("a").failure()).isPresent();
    assertThat(before.job("a").end()).isEqualTo(5, EXACT);
  }

  /** The others of a failing job's cluster go on: also jobs that come later. */
  @Test
  void jobsFailIfNoNodeIsLeft() {
    Scenario scenario =
        scenario(List.of(), Jobs.computes("a", "default", 0, 1, 10), Machines.node(ONE));
    History history = failing(scenario, 1, new NodeFailure(0, 3));
    assertThat(history.job("a").failure()).contains("no node with slots for maps is left");
    assertThat(history.result().makespan()).isEqualTo(3, EXACT);
  }

  /**
   * 100 bytes to three nodes at 5 bytes/s. One of the two that run no task fails after 8 s: the
   * others go on, 20 s. When the job goes on, the block has two replicas.
   */
  @Test
  void aPipelineGoesOnWithoutAReplica() {
    settings.replication = 3;
    JobSpec job = new JobSpec("a", "default", 0, "", 1, 0, 0, 100, 0, 0);
    Scenario scenario =
        scenario(List.of(), job, Machines.node(ONE), Machines.store(100), Machines.store(100));
    for (int node = 1; node < 3; node++) {
      History history = failing(scenario, 1000, new NodeFailure(node, 8));
      assertThat(history.result().makespan()).isEqualTo(20, EXACT);
      // From the first to the second and the third, or to one of them only for the last 60 bytes.
      assertThat(history.result().use().networkBytes()).isEqualTo(140, within(1e-6));
    }
  }

  /** A worker without blocks of its own writes to the only node that stores, which fails. */
  @Test
  void anAttemptWhoseOutputIsLostBeginsAgain() {
    JobSpec job = new JobSpec("a", "default", 0, "", 1, 0, 0, 100, 0, 0);
    Scenario scenario =
        scenario(
            List.of(), job, Machines.store(100), Machines.store(100), Machines.worker(ONE, 100));
    double end =
        failing(scenario, 1000, new NodeFailure(0, 8)).result().makespan()
            + failing(scenario, 1000, new NodeFailure(1, 8)).result().makespan();
    // 20 s if the other store fails, 8 s more otherwise.
    assertThat(end).isEqualTo(20 + 28, EXACT);
  }

  /**
   * Two maps of 20 bytes each, done at 4 s on two nodes; a reduce from then on copies from both, at
   * 1 byte/s from the other. That node fails at 9 s: its map runs again for 4 s, on the reduce's
   * node, where its output then is: 13 s, and what the copy of 20 bytes takes from the disk, 2 s.
   */
  @Test
  void aMapRunsAgainForAReduceThatLacksItsOutput() {
    NodeSpec node = Machines.node(ONE, 1);
    Scenario scenario = scenario(List.of(), Jobs.shuffles("a", "", 2, 1, 40, 0), node, node);
    int reducer = History.of(scenario).reduces("a").get(0).node();
    History history = failing(scenario, 1000, new NodeFailure(1 - reducer, 9));
    assertThat(history.result().makespan()).isEqualTo(15, EXACT);
    assertThat(history.result().losses().repeatedMaps()).isEqualTo(1);
    assertThat(history.result().losses().attempts()).isZero();
    assertThat(history.maps("a")).hasSize(3);
  }

  /** The same, but the node fails when all is copied and the reduce computes: nothing is lost. */
  @Test
  void aMapDoesNotRunAgainIfItsOutputIsCopied() {
    NodeSpec node = Machines.node(ONE, 1);
    JobSpec job = new JobSpec("a", "default", 0, "", 2, 1, 40, 0, 0, 1);
    Scenario scenario = scenario(List.of(), job, node, node);
    int reducer = History.of(scenario).reduces("a").get(0).node();
    History history = failing(scenario, 1000, new NodeFailure(1 - reducer, 30));
    // 4 s of maps, 20 s of copying, 40 s of computing.
    assertThat(history.result().makespan()).isEqualTo(64, EXACT);
    assertThat(history.result().losses().repeatedMaps()).isZero();
  }

  /**
   * As above, but the reduce's node fails at 34 s. The other node has a map's output still; the map
   * of the lost node runs again: 34 + 4 s, then the reduce copies both from its own disk.
   */
  @Test
  void aReduceThatBeginsAgainNeedsAllOutputs() {
    NodeSpec node = Machines.node(ONE, 1);
    JobSpec job = new JobSpec("a", "default", 0, "", 2, 1, 40, 0, 0, 1);
    Scenario scenario = scenario(List.of(), job, node, node);
    int reducer = History.of(scenario).reduces("a").get(0).node();
    History history = failing(scenario, 1000, new NodeFailure(reducer, 34));
    // The copy of the output that is left shares the disk with the map, which needs it for 4 s:
    // both are over at 34 + 4 + 2, as is the copy of the other then, 2 s later; 40 s of computing.
    assertThat(history.result().losses().repeatedMaps()).isEqualTo(1);
    assertThat(history.result().makespan()).isEqualTo(34 + 4 + 4 + 40, EXACT);
  }

  /**
   * Three stores with two replicas of each of four blocks; one fails. Those that it had are copied
   * at 5 bytes/s, after 50 s; a job that runs long enough sees it.
   */
  @Test
  void lostReplicasAreMadeAnew() {
    JobSpec job = Jobs.computes("a", "default", 0, 1, 1000);
    Scenario scenario =
        scenario(
            input(400, 2),
            job,
            Machines.store(100),
            Machines.store(100),
            Machines.store(100),
            Machines.worker(ONE, 100));
    double all = 0;
    for (int node = 0; node < 3; node++) {
      History history = failing(scenario, 50, new NodeFailure(node, 10));
      all += history.result().losses().replicatedBytes();
      assertThat(history.result().losses().blocks()).isZero();
      // Long after, the others may fail one after the other, but for the last.
      NodeFailure second = new NodeFailure((node + 1) % 3, 500);
      History both = failing(scenario, 50, new NodeFailure(node, 10), second);
      assertThat(both.result().losses().blocks()).isZero();
      NodeFailure tooSoon = new NodeFailure((node + 1) % 3, 59);
      assertThat(
              failing(scenario, 50, new NodeFailure(node, 10), tooSoon).result().losses().blocks()
                  + failing(
                          scenario,
                          50,
                          new NodeFailure(node, 10),
                          new NodeFailure((node + 2) % 3, 59))
                      .result()
                      .losses()
                      .blocks())
          .isEqualTo((int) (history.result().losses().replicatedBytes() / 100));
    }
    assertThat(all).isEqualTo(800);
  }

  /**
   * As with two maps above, but the reduce copies both outputs as if from one place: half of the 40
   * bytes over its link of 1 byte/s. When the other node fails, at 9 s, 5 of 20 s are over; what is
   * left of one output needs 7.5 s. The other one is then on its own node, and needs none.
   */
  @Test
  void anAggregatedCopyGoesOnWithWhatIsNotLost() {
    settings.exact = false;
    NodeSpec node = Machines.node(ONE, 1);
    Scenario scenario = scenario(List.of(), Jobs.shuffles("a", "", 2, 1, 40, 0), node, node);
    int reducer = History.of(scenario).reduces("a").get(0).node();
    History history = failing(scenario, 1000, new NodeFailure(1 - reducer, 9));
    assertThat(history.result().losses().repeatedMaps()).isEqualTo(1);
    assertThat(history.result().makespan()).isEqualTo(9 + 7.5, EXACT);
  }

  /**
   * Maps send 10 of 20 bytes to the other node, in 10 s; each reduce computes 20 s. When a node
   * fails, at 15 s, the other one repeats its map, and reduces its partition after its own: what it
   * copies is all there by then.
   */
  @Test
  void whatTheEngineHadSentThereIsCopiedFromItsSenders() {
    settings.framework = Framework.ATHANOR;
    NodeSpec node = Machines.node(ONE, 1);
    JobSpec job = new JobSpec("a", "default", 0, "", 2, 2, 40, 0, 0, 1);
    Scenario scenario = scenario(List.of(), job, node, node);
    assertThat(History.of(scenario).result().makespan()).isEqualTo(30, EXACT);
    for (int failed = 0; failed < 2; failed++) {
      History history = failing(scenario, 1000, new NodeFailure(failed, 15));
      assertThat(history.result().losses().repeatedMaps()).isEqualTo(1);
      assertThat(history.result().losses().attempts()).isEqualTo(1);
      assertThat(history.result().makespan()).isEqualTo(50, EXACT);
    }
  }

  /** The only store has room for one output: that of the attempt that is lost must go. */
  @Test
  void theOutputOfALostAttemptLeavesItsRoom() {
    NodeSpec worker = Machines.worker(ONE, 100);
    NodeSpec store =
        new NodeSpec("s", 1, 1, 100, List.of(Machines.disk(150)), Slots.NONE, Power.NONE);
    JobSpec job = new JobSpec("a", "default", 0, "", 1, 0, 0, 100, 0, 0);
    Scenario scenario = scenario(List.of(), job, store, worker, worker);
    int node = History.of(scenario).maps("a").get(0).node();
    History history = failing(scenario, 1000, new NodeFailure(node, 8));
    assertThat(history.job("a").failure()).isEmpty();
    assertThat(history.result().makespan()).isEqualTo(28, EXACT);
  }

  /** Of many maps, also those that pend again run where their input is. */
  @Test
  void lostMapsRunWhereTheirInputIs() {
    settings.rackWait = 10_000;
    NodeSpec node = Machines.node(ONE);
    Scenario scenario = scenario(input(4000, 2), Jobs.reads("a", 0, "/in"), node, node, node);
    for (int failed = 0; failed < 3; failed++) {
      History history = failing(scenario, 10_000, new NodeFailure(failed, 35));
      assertThat(history.result().losses().attempts()).isEqualTo(1);
      assertThat(history.maps("a")).allMatch(map -> map.locality() == Locality.NODE);
      assertThat(history.result().makespan()).isLessThan(500);
    }
  }

  /**
   * Two racks with a store and a worker each; what was in a rack and is lost is not near any more.
   */
  @Test
  void mapsDoNotRunInRacksThatHaveLostTheirInput() {
    settings.anyWait = 10_000;
    RackSpec rack =
        new RackSpec(
            List.of(Machines.store(100), Machines.worker(ONE, 100)), Double.POSITIVE_INFINITY);
    Scenario scenario =
        new Scenario(
            new ClusterSpec(List.of(rack, rack)),
            HdfsRules.stock(),
            settings.build(),
            new Scheduling.FirstComeFirstServed(),
            input(4000, 2),
            List.of(Jobs.reads("a", 0, "/in")),
            1,
            1e-12);
    History history = failing(scenario, 10_000, new NodeFailure(0, 35));
    assertThat(history.maps("a")).hasSize(40).allMatch(map -> map.locality() == Locality.RACK);
    assertThat(history.maps("a"))
        .filteredOn(map -> map.start() > 35)
        .allMatch(map -> map.node() == 3);
  }

  /** The only node fails at 4 s and is back at 7 s: a map of 10 s ends at 17 s. */
  @Test
  void aJobWaitsForANodeThatComesBack() {
    Scenario scenario =
        scenario(List.of(), Jobs.computes("a", "default", 0, 1, 10), Machines.node(ONE));
    History history = failing(scenario, 1, new NodeFailure(0, 4, 7));
    assertThat(history.maps("a")).extracting(AttemptRecord::start).containsExactly(0.0, 7.0);
    assertThat(history.result().makespan()).isEqualTo(17, EXACT);
    assertThat(history.result().losses()).isEqualTo(new Losses(1, 1, 1, 0, 0, 0));
  }

  /**
   * A job that is submitted while no node is there begins when one is; so does one with reduces.
   */
  @Test
  void aJobBeginsWhenANodeIsBack() {
    for (Framework framework : Framework.values()) {
      settings.framework = framework;
      JobSpec job = new JobSpec("a", "default", 5, "", 1, 1, 10, 0, 1, 1);
      Scenario scenario = scenario(List.of(), job, Machines.node(ONE));
      double alone = History.of(scenario).result().makespan() - 5;
      History history = failing(scenario, 1, new NodeFailure(0, 4, 30));
      assertThat(history.job("a").failure()).isEmpty();
      assertThat(history.result().makespan()).isEqualTo(30 + alone, EXACT);
      // It fails at once if nobody comes.
      assertThat(failing(scenario, 1, new NodeFailure(0, 4)).job("a").failure()).isPresent();
    }
  }

  /** A process of 3 s starts again: 8 s, 3 s, and a map of 10 s. */
  @Test
  void theEnginesProcessStartsAgain() {
    settings.framework = Framework.ATHANOR;
    settings.taskStart = 3;
    Scenario scenario =
        scenario(List.of(), Jobs.computes("a", "default", 0, 1, 10), Machines.node(ONE));
    assertThat(failing(scenario, 1, new NodeFailure(0, 5, 8)).result().makespan())
        .isEqualTo(8 + 3 + 10, EXACT);
  }

  /**
   * What the only store has is read for 10 s after it is back. Before, a job that reads it fails.
   */
  @Test
  void replicasAreThereAgain() {
    Scenario scenario =
        scenario(
            input(100, 1),
            Jobs.reads("a", 12, "/in"),
            Machines.store(100),
            Machines.worker(ONE, 100));
    History history = failing(scenario, 1, new NodeFailure(0, 1, 11));
    assertThat(history.job("a").failure()).isEmpty();
    assertThat(history.result().makespan()).isEqualTo(22, EXACT);
    assertThat(history.result().losses()).isEqualTo(new Losses(1, 1, 0, 0, 0, 0));
    History late = failing(scenario, 1, new NodeFailure(0, 1, 13));
    assertThat(late.job("a").failure()).contains("input of map 0: all its replicas are lost");
  }

  /** A node that is back before it is taken for dead costs no copies; later it does. */
  @Test
  void nothingIsCopiedForANodeThatIsBackInTime() {
    Scenario scenario =
        scenario(
            input(400, 2),
            Jobs.computes("a", "default", 0, 1, 1000),
            Machines.store(100),
            Machines.store(100),
            Machines.store(100),
            Machines.worker(ONE, 100));
    double late = 0;
    for (int node = 0; node < 3; node++) {
      Losses losses = failing(scenario, 50, new NodeFailure(node, 10, 59)).result().losses();
      assertThat(losses.returned()).isOne();
      assertThat(losses.replicatedBytes()).isZero();
      late +=
          failing(scenario, 50, new NodeFailure(node, 10, 500)).result().losses().replicatedBytes();
    }
    assertThat(late).isEqualTo(800);
  }

  /** Maps that pend when a node is back run there again, where their input is. */
  @Test
  void mapsRunNearReplicasThatAreThereAgain() {
    settings.rackWait = 10_000;
    NodeSpec node = Machines.node(ONE);
    Scenario scenario = scenario(input(4000, 2), Jobs.reads("a", 0, "/in"), node, node, node);
    for (int failed = 0; failed < 3; failed++) {
      int back = failed;
      History history = failing(scenario, 10_000, new NodeFailure(failed, 35, 60));
      assertThat(history.maps("a")).allMatch(map -> map.locality() == Locality.NODE);
      assertThat(history.maps("a")).anyMatch(map -> map.node() == back && map.start() >= 60);
    }
  }

  /** An idle node of 10 W needs nothing while it is away. */
  @Test
  void aNodeThatIsAwayNeedsNoEnergy() {
    NodeSpec idle =
        new NodeSpec("i", 1, 1, 100, List.of(Machines.disk()), Slots.NONE, new Power(10, 10));
    Scenario scenario =
        scenario(List.of(), Jobs.computes("a", "default", 0, 1, 100), Machines.node(ONE), idle);
    double all = History.of(scenario).result().use().joules();
    History history = failing(scenario, 1, new NodeFailure(1, 30, 45));
    assertThat(all - history.result().use().joules()).isEqualTo(10 * 15, within(1e-6));
  }

  @Test
  void failuresAreChecked() {
    assertThatThrownBy(() -> new NodeFailure(1, 5, 5))
        .hasMessage("node 1 is back at 5.0 s: must be after its failure at 5.0 s");
    assertThatThrownBy(() -> Failures.of(new NodeFailure(1, 2), new NodeFailure(1, 3)))
        .hasMessage("a node fails twice: must fail at most once");
    assertThatThrownBy(() -> new NodeFailure(1, Double.NaN))
        .hasMessage("failure of node 1 at NaN s: must be from 0, and finite");
    Scenario scenario =
        scenario(List.of(), Jobs.computes("a", "default", 0, 1, 1), Machines.node(ONE));
    assertThatThrownBy(() -> scenario.with(Failures.of(new NodeFailure(1, 2))))
        .hasMessage("failure of node 1: must be from 0 to 0");
  }
}
