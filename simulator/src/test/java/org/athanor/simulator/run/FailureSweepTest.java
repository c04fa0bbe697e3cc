// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.Slots;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.mapreduce.AttemptRecord;
import org.athanor.simulator.mapreduce.Framework;
import org.athanor.simulator.mapreduce.JobRecord;
import org.athanor.simulator.mapreduce.Scheduling;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

/** Nodes that fail before, at and after each event of a history, and at random times. */
class FailureSweepTest {
  private static final int ROUNDS = 600;
  private static final double NANO = 1e-9;

  /** Jobs of maps, and of maps and reduces, all over all nodes. */
  private static Scenario scenario(int replication, boolean exact) {
    return scenario(replication, exact, Framework.HADOOP);
  }

  private static Scenario scenario(int replication, boolean exact, Framework framework) {
    Settings settings = new Settings();
    settings.framework = framework;
    settings.replication = replication;
    settings.blockBytes = 30;
    settings.exact = exact;
    settings.copies = 2;
    settings.slowstart = 0.2;
    settings.taskStart = 0.5;
    settings.sortBytes = 10;
    settings.mergeBytes = 10;
    settings.rackWait = 0.5;
    settings.anyWait = 0.5;
    NodeSpec node = Machines.node(Slots.containers(2), 8);
    return new Scenario(
        ClusterSpec.ofEqual(node, 4, 2, 12),
        HdfsRules.stock(),
        settings.build(),
        new Scheduling.FairShare(),
        List.of(new FileSpec("/in", 240, 40, replication)),
        List.of(
            new JobSpec("a", "default", 0, "/in", 0, 3, 150, 200, 1, 1),
            new JobSpec("b", "default", 2, "/in", 0, 0, 0, 300, 1, 1)),
        1,
        1e-12);
  }

  private static Set<Double> times(History history) {
    Set<Double> times = new TreeSet<>();
    for (AttemptRecord attempt : history.attempts()) {
      times.add(attempt.start());
      times.add(attempt.end());
      times.add((attempt.start() + attempt.end()) / 2);
    }
    return times;
  }

  /** A block has two replicas, so that one lost node loses none. */
  @Test
  void allJobsEndWheneverANodeFails() {
    for (boolean exact : new boolean[] {true, false}) {
      Scenario scenario = scenario(2, exact);
      History whole = History.of(scenario);
      for (double time : times(whole)) {
        for (double at : new double[] {Math.max(0, time - NANO), time, time + NANO}) {
          for (int node = 0; node < 4; node++) {
            History history = failing(scenario, new NodeFailure(node, at));
            assertThat(history.result().jobs())
                .as("node %d fails at %.9f, exact=%s", node, at, exact)
                .allMatch(job -> job.failure().isEmpty());
            // What is done twice comes on top.
            assertThat(history.result().use().coreSeconds())
                .isGreaterThanOrEqualTo(whole.result().use().coreSeconds() * (1 - 1e-9));
          }
        }
      }
    }
  }

  /**
   * A node fails at each event and is back at once, soon, or late; blocks are copied meanwhile, or
   * not. In all frameworks.
   */
  @Test
  void allJobsEndWheneverANodeFailsAndComesBack() {
    for (Framework framework : Framework.values()) {
      Scenario scenario = scenario(2, true, framework);
      double end = History.of(scenario).result().makespan();
      for (double at : times(History.of(scenario))) {
        for (double away : new double[] {NANO, 0.7, end / 3}) {
          int node = (int) (at * 7 + away * 3) % 4;
          History history = failing(scenario, new NodeFailure(node, at, at + away));
          assertThat(history.result().jobs())
              .as("node %d fails at %.9f for %s s, %s", node, at, away, framework)
              .allMatch(job -> job.failure().isEmpty());
        }
      }
    }
  }

  /** All nodes fail at once and come back one by one: jobs that read nothing all end. */
  @Test
  void allJobsEndWhenAllNodesFailAndComeBack() {
    for (Framework framework : Framework.values()) {
      for (boolean exact : new boolean[] {true, false}) {
        Scenario reading = scenario(1, exact, framework);
        Scenario scenario =
            new Scenario(
                reading.cluster(),
                reading.hdfs(),
                reading.mapReduce(),
                reading.scheduling(),
                List.of(),
                List.of(
                    new JobSpec("a", "default", 0, "", 6, 3, 150, 200, 5, 1),
                    new JobSpec("b", "default", 2, "", 4, 0, 0, 300, 1, 1)),
                1,
                1e-12);
        for (double at : times(History.of(scenario))) {
          List<NodeFailure> all = new ArrayList<>();
          for (int node = 0; node < 4; node++) {
            all.add(new NodeFailure(node, at, at + 1 + 3 * ((node + 1) % 4)));
          }
          History history = failing(scenario, all.toArray(NodeFailure[]::new));
          assertThat(history.result().jobs())
              .as("at %.9f, %s, exact=%s", at, framework, exact)
              .allMatch(job -> job.failure().isEmpty());
        }
      }
    }
  }

  /** With one replica, jobs end, or say what they have lost. */
  @Test
  void jobsEndOrSayWhatIsLost() {
    int failed = 0;
    Scenario scenario = scenario(1, true);
    for (double time : times(History.of(scenario))) {
      for (int node = 0; node < 4; node++) {
        for (JobRecord job : failing(scenario, new NodeFailure(node, time)).result().jobs()) {
          failed += job.failure().isPresent() ? 1 : 0;
          job.failure()
              .ifPresent(
                  why -> assertThat(why).matches("input of map .: all its replicas are lost"));
        }
      }
    }
    assertThat(failed).isPositive();
  }

  /** Two nodes, or all but one, or all, of random scenarios. */
  @Test
  void randomScenariosEndWithFailuresAtRandomTimes() {
    Random random = Seeds.of("failures");
    int failed = 0;
    int repeated = 0;
    int returned = 0;
    double replicated = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Scenario scenario = RandomScenarios.next(random);
      int nodes = scenario.cluster().racks().stream().mapToInt(rack -> rack.nodes().size()).sum();
      double end = ClusterRun.run(scenario, job -> {}).makespan();
      List<NodeFailure> failures = new ArrayList<>();
      int count = Math.min(nodes, round % 10 == 0 ? nodes : 1 + random.nextInt(2));
      int first = random.nextInt(nodes);
      for (int i = 0; i < count; i++) {
        double at = random.nextDouble() * end;
        double back =
            random.nextBoolean() ? Double.POSITIVE_INFINITY : at + NANO + random.nextDouble() * end;
        failures.add(new NodeFailure((first + i) % nodes, at, back));
      }
      Scenario failing = scenario.with(new Failures(failures, random.nextInt(3) * end / 5, 2));
      try {
        History history = History.of(failing);
        Invariants.check(failing, history);
        assertThat(History.of(failing).lines()).isEqualTo(history.lines());
        failed += history.result().jobs().stream().anyMatch(j -> j.failure().isPresent()) ? 1 : 0;
        repeated += history.result().losses().repeatedMaps();
        returned += history.result().losses().returned();
        replicated += history.result().losses().replicatedBytes();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(
            "round " + round + ", -Dathanor.test.seed=" + Seeds.seed() + ": " + e + failing, e);
      }
    }
    // The test is of something.
    assertThat(failed).isBetween(ROUNDS / 100, ROUNDS * 9 / 10);
    assertThat(repeated).isPositive();
    assertThat(returned).isPositive();
    assertThat(replicated).isPositive();
  }

  private static History failing(Scenario scenario, NodeFailure... failures) {
    Scenario failing = scenario.with(new Failures(List.of(failures), 1, 2));
    History history = History.of(failing);
    try {
      Invariants.check(failing, history);
    } catch (AssertionError e) {
      throw new AssertionError(List.of(failures) + ": " + String.join("\n", history.lines()), e);
    }
    return history;
  }
}
