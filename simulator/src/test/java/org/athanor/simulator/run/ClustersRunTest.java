// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.Power;
import org.athanor.simulator.cluster.Slots;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.job.JobTerms;
import org.athanor.simulator.mapreduce.Scheduling;
import org.junit.jupiter.api.Test;

/** Two clusters: one node of one slot, and one of two that is twice as fast. */
class ClustersRunTest {
  private static final double NANOSECONDS = 2e-9;

  private static Scenario scenario(double clock, int slots, List<JobSpec> jobs) {
    return scenario(clock, slots, jobs, 1);
  }

  private static Scenario scenario(double clock, int slots, List<JobSpec> jobs, long seed) {
    NodeSpec node =
        new NodeSpec(
            "w",
            slots,
            clock,
            Machines.LINK,
            List.of(Machines.disk()),
            Slots.containers(slots),
            new Power(10, 30));
    List<FileSpec> files = new ArrayList<>();
    for (JobSpec job : jobs) {
      if (!job.input().isEmpty()) {
        files.add(new FileSpec(job.input(), 200, 100, 1));
      }
    }
    return new Scenario(
        ClusterSpec.ofEqual(node, 1),
        HdfsRules.stock(),
        new Settings().build(),
        new Scheduling.FirstComeFirstServed(),
        files,
        jobs,
        seed,
        1e-12);
  }

  private static Map<String, Scenario> clusters(List<JobSpec> jobs) {
    Map<String, Scenario> clusters = new LinkedHashMap<>();
    clusters.put("slow", scenario(1, 1, jobs));
    clusters.put("fast", scenario(2, 2, jobs));
    return clusters;
  }

  /** Starts each job when it comes. */
  private static Placer each(Map<String, String> clusterOf, double inputSeconds) {
    return (submitted, ended, clusters) ->
        submitted.forEach(
            job -> clusters.start(job.name(), clusterOf.get(job.name()), inputSeconds));
  }

  /** As if the other cluster were not there. */
  @Test
  void aClusterDoesWhatItDoesAlone() {
    List<JobSpec> jobs =
        List.of(
            Jobs.computes("a", "default", 0, 3, 10),
            Jobs.reads("b", 1, "/b"),
            Jobs.computes("c", "default", 2.5, 4, 7),
            Jobs.reads("d", 3, "/d"));
    Map<String, String> where = Map.of("a", "slow", "b", "fast", "c", "fast", "d", "slow");
    ClustersResult result = ClustersRun.run(clusters(jobs), each(where, 0));
    for (String cluster : List.of("slow", "fast")) {
      List<JobSpec> own = jobs.stream().filter(j -> where.get(j.name()).equals(cluster)).toList();
      RunResult alone =
          ClusterRun.run(
              cluster.equals("slow") ? scenario(1, 1, own) : scenario(2, 2, own), job -> {});
      alone
          .jobs()
          .forEach(
              expected -> {
                PlacedJob found = job(result, expected.spec().name());
                assertThat(found.cluster()).isEqualTo(cluster);
                assertThat(found.record().end()).isCloseTo(expected.end(), within(NANOSECONDS));
                assertThat(found.seconds()).isCloseTo(expected.seconds(), within(NANOSECONDS));
              });
    }
    assertThat(result.jobs()).hasSize(4);
    assertThat(result.makespan()).isGreaterThan(30);
  }

  private static PlacedJob job(ClustersResult result, String name) {
    return result.jobs().stream().filter(job -> job.name().equals(name)).findAny().orElseThrow();
  }

  /**
   * A map of 10 s of one core, and its input 4 s later: one node is idle for 5 s, and one always.
   */
  @Test
  void anInputOnItsWayIsWaitedFor() {
    List<JobSpec> jobs = List.of(Jobs.computes("a", "default", 1, 1, 10));
    ClustersResult result = ClustersRun.run(clusters(jobs), each(Map.of("a", "slow"), 4));
    PlacedJob job = result.jobs().get(0);
    assertThat(job.submitted()).isEqualTo(1);
    assertThat(job.started()).isEqualTo(1);
    assertThat(job.record().firstTask()).isCloseTo(5, within(NANOSECONDS));
    assertThat(result.makespan()).isCloseTo(15, within(NANOSECONDS));
    assertThat(job.seconds()).isCloseTo(14, within(NANOSECONDS));
    assertThat(result.idleJoules()).isCloseTo(20 * 15, within(1e-6));
    assertThat(result.joules()).isCloseTo(20 * 15 + 20 * 10, within(1e-6));
    assertThat(result.joulesBeyondIdle()).isCloseTo(20 * 10, within(1e-6));
    assertThat(List.copyOf(result.uses().keySet())).isEqualTo(List.of("slow", "fast"));
  }

  /** All that happens at a moment is told at once, and who asks is asked again. */
  @Test
  void asksOnceForAMoment() {
    List<JobSpec> jobs =
        List.of(
            Jobs.computes("a", "default", 2, 1, 1),
            Jobs.computes("b", "default", 2, 1, 1),
            Jobs.computes("c", "default", 3, 1, 1));
    List<String> told = new ArrayList<>();
    ClustersResult result =
        ClustersRun.run(
            clusters(jobs),
            (submitted, ended, clusters) -> {
              told.add(
                  String.format(
                      Locale.ROOT,
                      "%.1f %s %s",
                      clusters.seconds(),
                      submitted.stream().map(JobSpec::name).toList(),
                      ended));
              if (told.size() == 1) {
                clusters.askAgain(2.5);
              }
              if (clusters.seconds() == 3) {
                jobs.forEach(job -> clusters.start(job.name(), "fast", 0));
              }
            });
    assertThat(told.subList(0, 3)).containsExactly("2.0 [a, b] []", "2.5 [] []", "3.0 [c] []");
    assertThat(result.jobs()).hasSize(3);
    assertThat(told.subList(3, told.size())).allMatch(line -> !line.endsWith("[]"));
  }

  /** Of the times asked for, the earliest counts, and none once anything has happened. */
  @Test
  void isAskedAgainOnceAndOnlyIfNothingHappensBefore() {
    List<JobSpec> jobs =
        List.of(
            Jobs.computes("a", "default", 1, 1, 1),
            Jobs.computes("b", "default", 3, 1, 1),
            Jobs.computes("c", "default", 9, 1, 1));
    List<Double> told = new ArrayList<>();
    ClustersRun.run(
        clusters(jobs),
        (submitted, ended, clusters) -> {
          double now = clusters.seconds();
          told.add(now);
          if (now == 1) {
            List.of(5.0, 2.0, 7.0, 2.0).forEach(clusters::askAgain);
          } else if (now == 2) {
            clusters.askAgain(4);
          } else if (now == 9) {
            jobs.forEach(job -> clusters.start(job.name(), "fast", 0));
          }
        });
    assertThat(told.subList(0, 4)).containsExactly(1.0, 2.0, 3.0, 9.0);
  }

  /** As if it were asked for the next moment: time goes on. */
  @Test
  void isAskedAgainLater() {
    List<JobSpec> jobs = List.of(Jobs.computes("a", "default", 1, 1, 1));
    List<Double> told = new ArrayList<>();
    ClustersRun.run(
        clusters(jobs),
        (submitted, ended, clusters) -> {
          told.add(clusters.seconds());
          if (told.size() < 3) {
            clusters.askAgain(clusters.seconds());
          } else if (told.size() == 3) {
            clusters.start("a", "fast", 0);
          }
        });
    assertThat(told.subList(0, 3)).doesNotHaveDuplicates().isSorted();
  }

  private static JobSpec after(JobSpec job, double within, String... before) {
    OptionalDouble seconds = OptionalDouble.of(within);
    return job.with(job.name(), job.submitSeconds(), new JobTerms(50, Set.of(before), seconds));
  }

  /** a ends after 10 s, b after 15, and c, of 2 s, after both: 17 s after its submission. */
  @Test
  void aJobStartsWhenThoseBeforeItHaveEnded() {
    List<JobSpec> jobs =
        List.of(
            Jobs.computes("a", "default", 0, 1, 10),
            Jobs.computes("b", "default", 0, 1, 15),
            after(Jobs.computes("c", "default", 0, 1, 2), 16, "a", "b"),
            after(Jobs.computes("d", "default", 0, 1, 2), 13, "a"));
    Set<String> over = new HashSet<>();
    List<JobSpec> waiting = new ArrayList<>();
    ClustersResult result =
        ClustersRun.run(
            Map.of("one", scenario(1, 4, jobs)),
            (submitted, ended, clusters) -> {
              over.addAll(ended);
              waiting.addAll(submitted);
              for (JobSpec job : List.copyOf(waiting)) {
                if (over.containsAll(job.terms().after())) {
                  clusters.start(job.name(), "one", 0);
                  waiting.remove(job);
                }
              }
            });
    assertThat(job(result, "c").started()).isEqualTo(job(result, "b").record().end());
    assertThat(job(result, "c").seconds()).isCloseTo(17, within(NANOSECONDS));
    assertThat(job(result, "c").isLate()).isTrue();
    assertThat(job(result, "d").started()).isEqualTo(job(result, "a").record().end());
    assertThat(job(result, "d").isLate()).isFalse();
    assertThat(result.late()).hasValue(1);
    assertThatThrownBy(
            () ->
                ClustersRun.run(
                    Map.of("one", scenario(1, 4, jobs)),
                    (submitted, ended, clusters) -> clusters.start("d", "one", 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("start of job d: all jobs of [a] must have ended before");
    List<JobSpec> lost = List.of(after(Jobs.computes("d", "default", 0, 1, 2), 13, "x"));
    assertThatThrownBy(() -> ClustersRun.run(clusters(lost), each(Map.of(), 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("job d after [x]: must be jobs of [d]");
  }

  @Test
  void jobsThatAreNeverStartedAreMissed() {
    List<JobSpec> jobs = List.of(Jobs.computes("a", "default", 0, 1, 1));
    assertThatThrownBy(() -> ClustersRun.run(clusters(jobs), (submitted, ended, clusters) -> {}))
        .isInstanceOf(StalledException.class)
        .hasMessageStartingWith("only 0 of 1 jobs can end");
    assertThatThrownBy(() -> ClustersRun.run(clusters(jobs), each(Map.of("a", "other"), 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("start of job a on other: must be a job that waits, and one of");
  }

  @Test
  void clustersHaveTheSameJobs() {
    Map<String, Scenario> clusters = clusters(List.of(Jobs.computes("a", "default", 0, 1, 1)));
    clusters.put("third", scenario(1, 1, List.of(Jobs.computes("b", "default", 0, 1, 1))));
    assertThatThrownBy(() -> ClustersRun.run(clusters, each(Map.of(), 0)))
        .hasMessage("cluster third: must have the same jobs as the first one");
    JobSpec twice = Jobs.computes("a", "default", 0, 1, 1);
    assertThatThrownBy(() -> ClustersRun.run(clusters(List.of(twice, twice)), each(Map.of(), 0)))
        .hasMessageContaining("must have unique names");
    assertThatThrownBy(() -> ClustersRun.run(Map.of(), each(Map.of(), 0)))
        .hasMessage("no clusters: must be one or more");
  }
}
