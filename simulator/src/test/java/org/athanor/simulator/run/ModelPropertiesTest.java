// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.DeviceSpec;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.Power;
import org.athanor.simulator.cluster.Slots;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.mapreduce.AttemptRecord;
import org.athanor.simulator.mapreduce.Locality;
import org.athanor.simulator.mapreduce.MapReduceSettings;
import org.athanor.simulator.mapreduce.Scheduling;
import org.athanor.storage.tier.DeviceType;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

/** What holds for every scenario, in some hundred random ones. */
class ModelPropertiesTest {
  private static final int ROUNDS = 300;

  private static String round(int round) {
    return "round " + round + ", -Dathanor.test.seed=" + Seeds.seed();
  }

  private static void run(String name, CheckedScenario check) {
    Random random = Seeds.of(name);
    for (int round = 0; round < ROUNDS; round++) {
      Scenario scenario = RandomScenarios.next(random);
      try {
        check.of(scenario);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(round(round) + ": " + e.getMessage() + " in " + scenario, e);
      }
    }
  }

  @FunctionalInterface
  private interface CheckedScenario {
    void of(Scenario scenario);
  }

  @Test
  void allJobsEndWithinTheirSlots() {
    run("invariants", scenario -> Invariants.check(scenario, History.of(scenario)));
  }

  /** Also the times of all attempts. */
  @Test
  void equalSeedsGiveEqualHistories() {
    run(
        "equal seeds",
        scenario -> {
          History one = History.of(scenario);
          History other = History.of(scenario);
          assertThat(other.lines()).isEqualTo(one.lines());
          assertThat(other.result()).isEqualTo(one.result());
        });
  }

  @Test
  void anotherSeedGivesAnotherHistory() {
    NodeSpec node = Machines.node(Slots.separate(1, 1));
    Settings settings = new Settings();
    List<FileSpec> files = List.of(new FileSpec("/in", 2000, 100, 2));
    JobSpec job = Jobs.reads("a", 0, "/in");
    ClusterSpec cluster = ClusterSpec.ofEqual(node, 6);
    List<List<String>> histories =
        IntStream.range(0, 5)
            .mapToObj(seed -> scenario(cluster, settings.build(), files, job, seed))
            .map(scenario -> History.of(scenario).lines())
            .toList();
    assertThat(histories).doesNotHaveDuplicates();
  }

  private static Scenario scenario(
      ClusterSpec cluster,
      MapReduceSettings settings,
      List<FileSpec> files,
      JobSpec job,
      long seed) {
    return new Scenario(
        cluster,
        HdfsRules.stock(),
        settings,
        new Scheduling.FirstComeFirstServed(),
        files,
        List.of(job),
        seed,
        1e-12);
  }

  /**
   * Devices and processors work for as long as the tasks need, and the network carries what they
   * read, copy and write elsewhere. Without reduces that give way, which copy twice.
   */
  @Test
  void bytesAndSecondsAreThoseThatTheTasksNeed() {
    run(
        "bytes",
        scenario -> {
          History history = History.of(scenario);
          if (history.attempts().stream()
              .allMatch(a -> a.outcome() == AttemptRecord.Outcome.DONE)) {
            Needs needs = new Needs(scenario, history);
            ClusterUse use = history.result().use();
            assertThat(use.coreSeconds()).isCloseTo(needs.coreSeconds(), withinPercentage(1e-7));
            if (needs.knowsDevices()) {
              assertThat(use.deviceSeconds().get(DeviceType.DISK))
                  .isCloseTo(needs.deviceSeconds(), withinPercentage(1e-7));
            }
            if (needs.knowsNetwork()) {
              assertThat(use.networkBytes())
                  .isCloseTo(needs.networkBytes(), withinPercentage(1e-7));
            }
          }
        });
  }

  /**
   * One job, whose maps are all on their inputs' nodes or have none, and which has no reduces: what
   * is faster then cannot move a task elsewhere. In general a faster device may: another slot gets
   * free first, and the next map goes to a worse place.
   */
  @Test
  void nothingGetsSlowerByAFasterDeviceOrLink() {
    Random random = Seeds.of("monotone");
    for (int round = 0; round < ROUNDS; round++) {
      int maps = 1 + random.nextInt(20);
      long seed = random.nextLong();
      int slots = 1 + random.nextInt(3);
      Settings settings = new Settings();
      settings.replication = 1 + random.nextInt(3);
      JobSpec job =
          new JobSpec(
              "a", "default", 0, "", maps, 0, 0, random.nextInt(3000), random.nextInt(3), 0);
      double before = Double.POSITIVE_INFINITY;
      for (double factor : new double[] {1, 1.5, 4, 100}) {
        NodeSpec node = faster(factor, Slots.separate(slots, 0));
        Scenario scenario =
            scenario(ClusterSpec.ofEqual(node, 1), settings.build(), List.of(), job, seed);
        double makespan = History.of(scenario).result().makespan();
        assertThat(makespan).as(round(round)).isLessThanOrEqualTo(before + 1e-6);
        before = makespan;
      }
    }
  }

  private static NodeSpec faster(double factor, Slots slots) {
    DeviceSpec disk = Machines.disk();
    DeviceSpec device =
        new DeviceSpec(
            disk.type(),
            disk.readBytesPerSecond() * factor,
            disk.writeBytesPerSecond() * factor,
            0,
            disk.capacityBytes(),
            disk.use(),
            Power.NONE);
    return new NodeSpec("w", 8, 1, Machines.LINK * factor, List.of(device), slots, Power.NONE);
  }

  /** 64 maps and 16 reduces on 16 equal nodes: both shuffles take as long, within 10 %. */
  @Test
  void anAggregatedShuffleIsCloseToAnExactOne() {
    NodeSpec node = Machines.node(Slots.separate(4, 1), 20);
    for (double slowstart : new double[] {0.05, 1}) {
      Settings settings = new Settings();
      settings.readsMapOutput = false;
      settings.slowstart = slowstart;
      JobSpec job = Jobs.shuffles("a", "", 64, 16, 32_000, 0);
      ClusterSpec cluster = ClusterSpec.ofEqual(node, 16);
      double exact =
          History.of(scenario(cluster, settings.build(), List.of(), job, 1)).result().makespan();
      settings.exact = false;
      double aggregated =
          History.of(scenario(cluster, settings.build(), List.of(), job, 1)).result().makespan();
      assertThat(aggregated).isCloseTo(exact, withinPercentage(10));
    }
  }

  /** What the closeness of a map to its input says is true of where it ran. */
  @Test
  void mapsWithoutInputCountAsLocal() {
    run(
        "locality",
        scenario -> {
          History history = History.of(scenario);
          for (JobSpec job : scenario.jobs()) {
            if (job.input().isEmpty()) {
              assertThat(history.maps(job.name())).allMatch(a -> a.locality() == Locality.NODE);
            }
          }
        });
  }
}
