// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.Slots;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.mapreduce.AttemptRecord;
import org.athanor.simulator.mapreduce.JobLog;
import org.athanor.simulator.mapreduce.JobRecord;
import org.athanor.simulator.mapreduce.Scheduling;
import org.athanor.storage.tier.DeviceType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class TimelineTest {
  private static final Offset<Double> CLOSE = within(1e-6);

  private static Scenario scenario(ClusterSpec cluster, JobSpec... jobs) {
    return new Scenario(
        cluster,
        HdfsRules.stock(),
        new Settings().build(),
        new Scheduling.FirstComeFirstServed(),
        List.of(),
        List.of(jobs),
        1,
        1e-12);
  }

  private static Timeline timeline(Scenario scenario) {
    return ClusterRun.run(scenario, job -> {}, true).timeline().orElseThrow();
  }

  private static double sum(List<Double> amounts) {
    return amounts.stream().mapToDouble(Double::doubleValue).sum();
  }

  /**
   * Maps of 1 s of a core each, that write a byte at 5 bytes/s while they compute. Two slots: two
   * maps run in the first second, one in the second. Each second has 8 buckets.
   */
  @Test
  void showsWhatRunsAndWhatItUses() {
    Scenario scenario =
        scenario(
            ClusterSpec.ofEqual(Machines.node(Slots.separate(2, 0)), 1),
            Jobs.computes("j", "default", 0, 3, 1));
    Timeline timeline = timeline(scenario);
    assertThat(timeline.endSeconds()).isCloseTo(2, CLOSE);
    assertThat(timeline.bucketSeconds()).isEqualTo(0.125);
    NodeTimeline node = timeline.nodes().get(0);
    assertThat(node.name()).isEqualTo("w-1");
    for (int i = 0; i < 16; i++) {
      int maps = i < 8 ? 2 : 1;
      assertThat(node.mapSeconds().get(i)).isCloseTo(maps * 0.125, CLOSE);
      assertThat(node.reduceSeconds().get(i)).isZero();
      assertThat(node.coreSeconds().get(i)).isCloseTo(maps * 0.125, CLOSE);
      assertThat(node.deviceSeconds().get(DeviceType.DISK).get(i))
          .isCloseTo(maps * 0.125 / 5, CLOSE);
      assertThat(node.receivedBytes().get(i)).isZero();
    }
  }

  /** Nothing runs from 0.9 s to 100 s; the buckets have become a quarter of a second wide. */
  @Test
  void showsPauses() {
    Scenario scenario =
        scenario(
            ClusterSpec.ofEqual(Machines.node(Slots.separate(1, 0)), 1),
            Jobs.computes("a", "default", 0, 1, 0.9),
            Jobs.computes("b", "default", 100, 1, 0.9));
    Timeline timeline = timeline(scenario);
    assertThat(timeline.bucketSeconds()).isEqualTo(0.25);
    assertThat(timeline.buckets()).isEqualTo(404);
    List<Double> maps = timeline.nodes().get(0).mapSeconds();
    assertThat(sum(maps.subList(0, 4))).isCloseTo(0.9, CLOSE);
    assertThat(sum(maps.subList(4, 400))).isCloseTo(0, CLOSE);
    assertThat(sum(maps.subList(400, 404))).isCloseTo(0.9, CLOSE);
  }

  @Test
  void aLargeClusterIsOneSeries() {
    NodeSpec node = Machines.node(Slots.separate(1, 0));
    JobSpec job = Jobs.computes("j", "default", 0, 40, 1);
    Timeline each = timeline(scenario(ClusterSpec.ofEqual(node, 32), job));
    assertThat(each.nodes()).hasSize(32).last().extracting(NodeTimeline::name).isEqualTo("w-32");
    Timeline all = timeline(scenario(ClusterSpec.ofEqual(node, 33), job));
    NodeTimeline only = all.nodes().get(0);
    assertThat(all.nodes()).hasSize(1);
    assertThat(List.of(only.name(), only.nodes(), only.cores(), only.devices()))
        .containsExactly("all 33 nodes", 33, 8 * 33, Map.of(DeviceType.DISK, 33));
    assertThat(sum(only.coreSeconds())).isCloseTo(40, CLOSE);
  }

  private static final class Entries implements JobLog {
    private final List<Object> entries = new ArrayList<>();
    private double taskSeconds;

    @Override
    public void jobEnded(JobRecord job) {
      entries.add(job);
    }

    @Override
    public void attemptEnded(AttemptRecord attempt) {
      entries.add(attempt);
      taskSeconds += attempt.end() - attempt.start();
    }
  }

  /** In random scenarios: recording changes nothing, and what is recorded adds up to the use. */
  @Test
  void onlyLooks() {
    long first = Long.getLong("athanor.test.seed", 1);
    for (long seed = first; seed < first + 40; seed++) {
      Scenario scenario = RandomScenarios.next(new Random(seed));
      Entries without = new Entries();
      Entries with = new Entries();
      RunResult plain = ClusterRun.run(scenario, without);
      RunResult recorded = ClusterRun.run(scenario, with, true);
      assertThat(with.entries).as("seed %d", seed).isEqualTo(without.entries);
      assertThat(recorded.use()).as("seed %d", seed).isEqualTo(plain.use());
      assertThat(recorded.events()).as("seed %d", seed).isEqualTo(plain.events());
      addsUp(seed, recorded, with.taskSeconds);
    }
  }

  private static void addsUp(long seed, RunResult result, double taskSeconds) {
    Timeline timeline = result.timeline().orElseThrow();
    ClusterUse use = result.use();
    double cores = 0;
    double received = 0;
    double device = 0;
    double joules = 0;
    for (NodeTimeline node : timeline.nodes()) {
      cores += sum(node.coreSeconds());
      received += sum(node.receivedBytes());
      device += node.deviceSeconds().values().stream().mapToDouble(TimelineTest::sum).sum();
      joules += node.joules();
    }
    double tasks = 0;
    for (int i = 0; i < timeline.buckets(); i++) {
      tasks += timeline.sum(i, NodeTimeline::mapSeconds);
      tasks += timeline.sum(i, NodeTimeline::reduceSeconds);
    }
    close(seed, cores, use.coreSeconds());
    close(seed, received, use.networkBytes());
    close(seed, device, use.deviceSeconds().values().stream().mapToDouble(d -> d).sum());
    close(seed, joules, use.joules());
    close(seed, tasks, taskSeconds);
  }

  private static void close(long seed, double found, double expected) {
    assertThat(found).as("seed %d", seed).isCloseTo(expected, within(1e-6 * (1 + expected)));
  }
}
