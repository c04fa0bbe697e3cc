// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.RackSpec;
import org.athanor.simulator.cluster.ResourceUse;
import org.athanor.simulator.cluster.Slots;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.mapreduce.AttemptRecord;
import org.athanor.simulator.mapreduce.Locality;
import org.athanor.simulator.mapreduce.Scheduling;
import org.athanor.storage.tier.DeviceType;
import org.junit.jupiter.api.Test;

/**
 * Jobs on tiny clusters, whose times follow from a formula. Nodes are those of {@link Machines}: 10
 * bytes/s read, 5 bytes/s written, 100 bytes/s over the network, 1 cycle/s.
 */
class ModelClosedFormsTest {
  private static final double UNLIMITED = Double.POSITIVE_INFINITY;

  /**
   * Each step of a task may take up to a nanosecond more, and a step that does nothing takes one.
   */
  private static final Offset<Double> EXACT = within(2e-8);

  private final Settings settings = new Settings();
  private Scheduling scheduling = new Scheduling.FirstComeFirstServed();

  private History run(ClusterSpec cluster, List<FileSpec> files, JobSpec... jobs) {
    return History.of(
        new Scenario(
            cluster,
            HdfsRules.stock(),
            settings.build(),
            scheduling,
            files,
            List.of(jobs),
            1,
            1e-12));
  }

  private static ClusterSpec cluster(NodeSpec... nodes) {
    return new ClusterSpec(List.of(new RackSpec(List.of(nodes), UNLIMITED)));
  }

  private static List<FileSpec> input(long bytes) {
    return List.of(new FileSpec("/in", bytes, 100, 1));
  }

  private static double[] ends(List<AttemptRecord> attempts) {
    return attempts.stream().mapToDouble(AttemptRecord::end).sorted().toArray();
  }

  /** 100 bytes at 10 bytes/s: 10 s. */
  @Test
  void oneMapReadsFromItsDisk() {
    History history =
        run(cluster(Machines.node(Slots.separate(1, 0))), input(100), Jobs.reads("a", 0, "/in"));
    assertThat(history.result().makespan()).isEqualTo(10, EXACT);
    assertThat(history.job("a").nodeLocal()).isEqualTo(1);
    assertThat(history.result().use().networkBytes()).isZero();
  }

  /** Five maps of 10 s of computing each over two slots: three waves. */
  @Test
  void mapsRunInWaves() {
    History history =
        run(
            cluster(Machines.node(Slots.separate(2, 0))),
            List.of(),
            Jobs.computes("a", "default", 0, 5, 10));
    double[] expected = {10, 10, 20, 20, 30};
    assertThat(ends(history.maps("a"))).containsExactly(expected, EXACT);
  }

  /** Two maps that read from one disk have half of it each: 2 x 100 bytes at 10 bytes/s. */
  @Test
  void mapsShareTheDisk() {
    History history =
        run(cluster(Machines.node(Slots.separate(2, 0))), input(200), Jobs.reads("a", 0, "/in"));
    assertThat(ends(history.maps("a"))).containsExactly(new double[] {20, 20}, EXACT);
  }

  /** 100 bytes over a link of 4 bytes/s: 25 s. */
  @Test
  void aRemoteReadIsAsFastAsTheNarrowestLink() {
    History history =
        run(
            cluster(Machines.store(4), Machines.worker(Slots.separate(1, 0), 50)),
            input(100),
            Jobs.reads("a", 0, "/in"));
    assertThat(history.result().makespan()).isEqualTo(25, EXACT);
    assertThat(history.result().use().networkBytes()).isEqualTo(100, within(1e-9));
    assertThat(history.job("a").rackLocal()).isEqualTo(1);
  }

  /** 100 bytes over an uplink of 2 bytes/s between racks: 50 s. */
  @Test
  void aReadFromAnotherRackIsAsFastAsTheUplink() {
    ClusterSpec cluster =
        new ClusterSpec(
            List.of(
                new RackSpec(List.of(Machines.store(100)), 2),
                new RackSpec(List.of(Machines.worker(Slots.separate(1, 0), 100)), 3)));
    History history = run(cluster, input(100), Jobs.reads("a", 0, "/in"));
    assertThat(history.result().makespan()).isEqualTo(50, EXACT);
    assertThat(history.job("a").otherRack()).isEqualTo(1);
  }

  /**
   * Two maps read 100 bytes each from another rack. The switch between the racks carries 4 bytes/s,
   * which both want more of all the time: 50 s. Nobody waits for the uplinks of 5 bytes/s.
   */
  @Test
  void readsFromAnotherRackShareTheSwitchBetweenRacks() {
    ClusterSpec cluster =
        new ClusterSpec(
            List.of(
                new RackSpec(List.of(Machines.store(100)), 5),
                new RackSpec(List.of(Machines.worker(Slots.separate(2, 0), 100)), 5)),
            4);
    History history =
        run(cluster, input(100), Jobs.reads("a", 0, "/in"), Jobs.reads("b", 0, "/in"));
    assertThat(history.result().makespan()).isEqualTo(50, EXACT);
    assertThat(history.result().use().resources())
        .extracting(ResourceUse::kind)
        .containsExactly("processors", "disk", "links", "uplinks", "core");
    assertThat(use(history, "core").use()).isEqualTo(1, within(1e-9));
    assertThat(use(history, "core").saturation()).isEqualTo(1, within(1e-9));
    assertThat(use(history, "uplinks").use()).isEqualTo(0.4, within(1e-9));
    assertThat(use(history, "uplinks").saturation()).isZero();
  }

  /**
   * Two maps read from a disk at 10 bytes/s for 20 s; alone, one uses all of it, and none waits.
   */
  @Test
  void aDeviceIsSaturatedWhileSeveralWantMoreOfIt() {
    ClusterSpec cluster = cluster(Machines.node(Slots.separate(2, 0)));
    History two = run(cluster, input(100), Jobs.reads("a", 0, "/in"), Jobs.reads("b", 10, "/in"));
    assertThat(two.result().makespan()).isEqualTo(20, EXACT);
    assertThat(use(two, "disk").saturation()).isZero();
    History both = run(cluster, input(100), Jobs.reads("a", 0, "/in"), Jobs.reads("b", 5, "/in"));
    // Alone until 5 s, then 5 bytes/s each until 15 s, then alone again.
    assertThat(both.result().makespan()).isEqualTo(20, EXACT);
    assertThat(use(both, "disk").use()).isEqualTo(1, within(1e-9));
    assertThat(use(both, "disk").saturation()).isEqualTo(0.5, within(1e-9));
  }

  private static ResourceUse use(History history, String kind) {
    return history.result().use().resources().stream()
        .filter(each -> each.kind().equals(kind))
        .findFirst()
        .orElseThrow();
  }

  /**
   * A map without input writes 100 bytes to three nodes, from each to the next, at 5 bytes/s of
   * their disks: 20 s. With links of 2 bytes/s: 50 s.
   */
  @Test
  void aPipelineIsAsFastAsItsSlowestPart() {
    settings.replication = 3;
    JobSpec job = new JobSpec("a", "default", 0, "", 1, 0, 0, 100, 0, 0);
    for (double link : new double[] {100, 2}) {
      NodeSpec worker = Machines.node(Slots.separate(1, 0), link);
      History history =
          run(cluster(worker, Machines.store(link), Machines.store(link)), List.of(), job);
      assertThat(history.result().makespan()).isEqualTo(100 / Math.min(5, link), EXACT);
      assertThat(history.result().use().networkBytes()).isEqualTo(200, within(1e-9));
    }
  }

  /** 250 bytes in blocks of 100: 20 + 20 + 10 s of writing at 5 bytes/s, and reading 100 bytes. */
  @Test
  void aJobOfMapsWritesBlockByBlockWhileItReads() {
    JobSpec job = new JobSpec("a", "default", 0, "/in", 0, 0, 0, 250, 0, 0);
    History history = run(cluster(Machines.node(Slots.separate(1, 0))), input(100), job);
    // The disk needs 100 / 10 s for the input, and 250 / 5 s for the output.
    assertThat(history.result().makespan()).isEqualTo(60, EXACT);
    assertThat(history.result().use().deviceUse(DeviceType.DISK)).isEqualTo(1, within(1e-7));
  }

  /** 7 bytes by three maps are 3, 2 and 2, of which none is lost. */
  @Test
  void outputThatDoesNotDivideIsWrittenAsAWhole() {
    JobSpec job = new JobSpec("a", "default", 0, "", 3, 0, 0, 7, 0, 0);
    History history = run(cluster(Machines.node(Slots.separate(1, 0))), List.of(), job);
    assertThat(history.result().makespan()).isEqualTo(7 / Machines.WRITE, EXACT);
  }

  /**
   * Two maps on two nodes, and a reduce on each, all over links of 1 byte/s. Each map emits 20
   * bytes in 4 s; each reduce copies 10 bytes from its own node, which needs only the disk, and 10
   * from the other, which needs 10 s. It writes nothing.
   */
  @Test
  void aShuffleIsAsFastAsTheLinks() {
    NodeSpec node = Machines.node(Slots.separate(1, 1), 1);
    History history = run(cluster(node, node), List.of(), Jobs.shuffles("a", "", 2, 2, 40, 0));
    assertThat(history.job("a").mapsEnd()).isEqualTo(4, EXACT);
    assertThat(history.result().makespan()).isEqualTo(14, EXACT);
    assertThat(history.result().use().networkBytes()).isEqualTo(20, within(1e-9));
  }

  /** Two waves of maps: half of them are done after the first one. */
  @Test
  void slowstartDecidesWhenReducesStart() {
    ClusterSpec cluster = cluster(Machines.node(Slots.separate(2, 1)));
    JobSpec job = new JobSpec("a", "default", 0, "", 4, 1, 4, 0, 10, 0);
    settings.slowstart = 1;
    assertThat(run(cluster, List.of(), job).reduces("a").get(0).start()).isEqualTo(20, EXACT);
    settings.slowstart = 0;
    assertThat(run(cluster, List.of(), job).reduces("a").get(0).start()).isZero();
    settings.slowstart = 0.5;
    assertThat(run(cluster, List.of(), job).reduces("a").get(0).start()).isEqualTo(10, EXACT);
    settings.slowstart = 0.75;
    assertThat(run(cluster, List.of(), job).reduces("a").get(0).start()).isEqualTo(20, EXACT);
  }

  /** All maps run at once: nothing is left for which reduces would have to leave slots. */
  @Test
  void reducesStartAtOnceIfNoMapWaits() {
    settings.slowstart = 0;
    JobSpec job = new JobSpec("a", "default", 0, "", 2, 1, 4, 0, 10, 0);
    History history = run(cluster(Machines.node(Slots.separate(2, 1))), List.of(), job);
    assertThat(history.reduces("a").get(0).start()).isZero();
  }

  /** 100 bytes: written in 20 s; with a second pass, read in 10 s and written in 20 s once more. */
  @Test
  void outputLargerThanTheSortBufferPassesTheDiskTwice() {
    JobSpec job = Jobs.shuffles("a", "", 1, 1, 100, 0);
    ClusterSpec cluster = cluster(Machines.node(Slots.separate(1, 1)));
    assertThat(run(cluster, List.of(), job).job("a").mapsEnd()).isEqualTo(20, EXACT);
    settings.sortBytes = 99;
    assertThat(run(cluster, List.of(), job).job("a").mapsEnd()).isEqualTo(50, EXACT);
  }

  /**
   * 100 bytes: copied from the disk in 10 s. If they do not stay in memory, they are written
   * meanwhile, in 20 s of the same disk, and read once more in 10 s. If half of them stays, only
   * the other half is.
   */
  @Test
  void inputLargerThanTheMemoryOfAReducePassesTheDisk() {
    JobSpec job = Jobs.shuffles("a", "", 1, 1, 100, 0);
    ClusterSpec cluster = cluster(Machines.node(Slots.separate(1, 1)));
    assertThat(run(cluster, List.of(), job).result().makespan()).isEqualTo(20 + 10, EXACT);
    settings.mergeBytes = 50;
    assertThat(run(cluster, List.of(), job).result().makespan()).isEqualTo(20 + 25, EXACT);
    settings.mergeBytes = 0;
    assertThat(run(cluster, List.of(), job).result().makespan()).isEqualTo(20 + 40, EXACT);
    settings.readsMapOutput = false;
    assertThat(run(cluster, List.of(), job).result().makespan()).isEqualTo(20 + 30, EXACT);
  }

  /** Starts and ends add up: job 3 s, task 2 s and half a core-second, 10 s of reading, end 4 s. */
  @Test
  void startsAndEndsAddUp() {
    settings.jobStart = 3;
    settings.jobEnd = 4;
    settings.taskStart = 2;
    settings.taskStartCore = 0.5;
    History history =
        run(cluster(Machines.node(Slots.separate(1, 0))), input(100), Jobs.reads("a", 7, "/in"));
    assertThat(history.job("a").firstTask()).isEqualTo(10, EXACT);
    assertThat(history.job("a").mapsEnd()).isEqualTo(22.5, EXACT);
    assertThat(history.job("a").end()).isEqualTo(26.5, EXACT);
    assertThat(history.result().use().coreSeconds()).isEqualTo(0.5, within(1e-9));
  }

  /** A start of 4 core-seconds takes as long as its cores allow, and no less than it gets. */
  @Test
  void aStartUsesSeveralCores() {
    settings.taskStart = 2;
    settings.taskStartCore = 4;
    assertThat(firstRecord(1)).isEqualTo(6, EXACT);
    settings.taskStartCores = 2;
    assertThat(firstRecord(1)).isEqualTo(4, EXACT);
    settings.taskStartCores = 8;
    assertThat(firstRecord(1)).isEqualTo(2.5, EXACT);
    // 64 core-seconds on eight cores.
    assertThat(firstRecord(16)).isEqualTo(8, EXACT);
  }

  private double firstRecord(int tasks) {
    JobSpec job = new JobSpec("a", "default", 0, "", tasks, 0, 0, 0, 0, 0);
    return run(cluster(Machines.node(Slots.separate(tasks, 0))), List.of(), job)
        .result()
        .makespan();
  }

  /** A core is the most that a task uses, and eight cores are shared by sixteen tasks. */
  @Test
  void processorsAreShared() {
    JobSpec job = Jobs.computes("a", "default", 0, 16, 10);
    assertThat(
            run(cluster(Machines.node(Slots.separate(8, 0))), List.of(), job).result().makespan())
        .isEqualTo(20, EXACT);
    assertThat(
            run(cluster(Machines.node(Slots.separate(16, 0))), List.of(), job).result().makespan())
        .isEqualTo(20, EXACT);
  }

  /**
   * The only slots are on nodes without blocks, in the rack of the input and in another one. The
   * job waits until it may take one, to the nanosecond, for any times of submission and of waiting.
   */
  @Test
  void aJobWaitsForItsInputToTheNanosecond() {
    double[] times = {0, 0.1, 0.3, 0.7, 0.8, 1.1, 2.3, 1e6 / 7};
    for (double submit : times) {
      for (double rack : times) {
        for (double any : times) {
          settings.rackWait = rack;
          settings.anyWait = any;
          assertThat(waitOf(true, submit)).isEqualTo(rack, within(1.6e-9 + 1e-10));
          assertThat(waitOf(false, submit)).isEqualTo(rack + any, within(2.1e-9 + 1e-10));
        }
      }
    }
  }

  private double waitOf(boolean inRack, double submit) {
    NodeSpec worker = Machines.worker(Slots.separate(1, 0), 100);
    RackSpec first =
        new RackSpec(
            inRack ? List.of(Machines.store(100), worker) : List.of(Machines.store(100)),
            UNLIMITED);
    List<RackSpec> racks =
        inRack ? List.of(first) : List.of(first, new RackSpec(List.of(worker), UNLIMITED));
    History history = run(new ClusterSpec(racks), input(100), Jobs.reads("a", submit, "/in"));
    AttemptRecord map = history.maps("a").get(0);
    assertThat(map.locality()).isEqualTo(inRack ? Locality.RACK : Locality.ANY);
    return map.start() - submit;
  }

  /** Queues of 75 and 25 share four slots, then one takes what the other does not need. */
  @Test
  void queuesGetTheirShares() {
    scheduling = new Scheduling.Capacity(Map.of("a", 75.0, "b", 25.0));
    History history =
        run(
            cluster(Machines.node(Slots.separate(4, 0))),
            List.of(),
            Jobs.computes("fill", "a", 0, 4, 1),
            Jobs.computes("a", "a", 0.5, 30, 1),
            Jobs.computes("b", "b", 0.5, 5, 1));
    for (int second = 1; second < 5; second++) {
      double at = second + 0.5;
      assertThat(runningAt(history.maps("a"), at)).isEqualTo(3);
      assertThat(runningAt(history.maps("b"), at)).isEqualTo(1);
    }
    assertThat(runningAt(history.maps("a"), 6.5)).isEqualTo(4);
  }

  /** Fair: each of two jobs gets half of the slots. First come: the second job gets none. */
  @Test
  void fairSharesHalveAndFirstComeDoesNot() {
    JobSpec[] jobs = {
      Jobs.computes("fill", "default", 0, 4, 1),
      Jobs.computes("a", "default", 0.25, 8, 1),
      Jobs.computes("b", "default", 0.5, 8, 1)
    };
    ClusterSpec cluster = cluster(Machines.node(Slots.separate(4, 0)));
    scheduling = new Scheduling.FairShare();
    History fair = run(cluster, List.of(), jobs);
    assertThat(runningAt(fair.maps("a"), 1.5)).isEqualTo(2);
    assertThat(runningAt(fair.maps("b"), 1.5)).isEqualTo(2);
    scheduling = new Scheduling.FirstComeFirstServed();
    History fifo = run(cluster, List.of(), jobs);
    assertThat(runningAt(fifo.maps("a"), 1.5)).isEqualTo(4);
    assertThat(ends(fifo.maps("b"))[0]).isEqualTo(4.2, within(0.3));
  }

  private static long runningAt(List<AttemptRecord> attempts, double seconds) {
    return attempts.stream().filter(a -> a.start() <= seconds && seconds < a.end()).count();
  }

  /**
   * Two jobs fill all four containers with reduces before their maps are done. Each gives one of
   * them back to its maps; otherwise none would ever end.
   */
  @Test
  void reducesGiveWayToMapsThatFindNoContainer() {
    settings.slowstart = 0.1;
    scheduling = new Scheduling.FairShare();
    JobSpec[] jobs = new JobSpec[2];
    Arrays.setAll(jobs, i -> new JobSpec("job" + i, "default", 0, "", 10, 10, 100, 0, 1, 0));
    History history = run(cluster(Machines.node(Slots.containers(4))), List.of(), jobs);
    assertThat(history.result().jobs()).hasSize(2).allMatch(job -> job.failure().isEmpty());
  }
}
