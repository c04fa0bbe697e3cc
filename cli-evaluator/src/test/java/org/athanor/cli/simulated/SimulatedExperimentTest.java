// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.assertj.core.data.Offset;
import org.athanor.cli.sweep.Sweep;
import org.athanor.cli.sweep.SweepItem;
import org.athanor.cli.sweep.VariantRun;
import org.athanor.results.Metric;
import org.athanor.results.NodeUse;
import org.athanor.results.Outcome;
import org.athanor.results.Phase;
import org.athanor.results.Reading;
import org.athanor.results.Results;
import org.athanor.results.Results.FrameworkInfo;
import org.athanor.results.Results.WorkloadInfo;
import org.athanor.results.ResultsFile;
import org.athanor.results.SampleTable;
import org.athanor.results.Total;
import org.athanor.results.TrialResult;
import org.athanor.results.Unit;
import org.athanor.simulator.file.ScenarioFile;
import org.athanor.simulator.file.Sources;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("short")
class SimulatedExperimentTest {
  private static final Instant STARTED = Instant.parse("2026-11-26T20:00:00Z");
  private static final Offset<Double> CLOSE = within(0.01);

  private static final String CLUSTER =
      """
      name: small
      cluster:
        nodes:
          worker:
            count: 2
            cores: 2
            clock: 1 GHz
            link: 1 Gbit/s
            containers: 2
            power: {idle: 10, busy: 20}
            devices:
              ssd: {type: ssd, read: 100 MB/s, write: 100 MB/s, capacity: 4g}
      hdfs: {replication: 1}
      """;

  private static final String SORT =
      "jobs:\n  - {name: sort, input: 512m, reduces: 2, shuffle: 512m, output: 512m}\n";

  @TempDir private Path directory;
  private Sweep sweep;

  private Results results(String text, int repetitions) throws Exception {
    Path file = Files.writeString(directory.resolve("s.yaml"), text);
    ScenarioFile read = ScenarioFile.read(file, OptionalLong.empty(), Sources.none());
    assertThat(read.problems()).isEmpty();
    List<SweepItem> items = SweepItem.of(read.variants(), repetitions);
    sweep = Sweep.inThreads(items, 1, true, (index, jobs) -> {});
    new SimulatedExperiment(read.name(), "0.1.0", STARTED).write(sweep, directory);
    return ResultsFile.read(directory);
  }

  private static List<String> ids(Results results) {
    return results.trials().stream().map(trial -> trial.key().id()).toList();
  }

  @Test
  void aRunOfOneJobIsATrialOfTheScenario() throws Exception {
    Results results = results(CLUSTER + SORT, 2);
    assertThat(results.simulation()).hasValue("simulated by Athanor 0.1.0");
    assertThat(ids(results)).containsExactly("small-small-2n-r1", "small-small-2n-r2");
    assertThat(results.workloads())
        .extracting(WorkloadInfo::inputBytes)
        .containsExactly(Optional.of(512L << 20));
    VariantRun run = sweep.runs().get(0);
    TrialResult trial = results.trials().get(0);
    assertThat(trial.wallSeconds()).isEqualTo(run.result().makespan());
    assertThat(trial.outcome()).isEqualTo(Outcome.VERIFIED);
    assertThat(trial.phases()).extracting(Phase::name).containsExactly("maps", "reduces alone");
    assertThat(trial.measures())
        .containsEntry("jobs_p99", Reading.of(run.summary().seconds().p99(), Unit.SECONDS))
        .containsEntry("slowdowns_p95", Reading.of(run.summary().slowdowns().p95(), Unit.RATIO))
        .containsKeys("waits_median", "maps_median", "reduces_p95");
  }

  @Test
  void aRunOfClientsSaysWhatTheyAccess() throws Exception {
    Results results =
        results(CLUSTER + "clients: {files: 2, size: 64m, read: other, pause: 1s}\n", 1);
    assertThat(ids(results)).containsExactly("small-small-2n-r1");
    WorkloadInfo workload = results.workloads().get(0);
    assertThat(workload.inputBytes()).hasValue(8L * (64 << 20));
    assertThat(workload.toString())
        .contains("8 simulated accesses of clients")
        .doesNotContain("jobs");
    assertThat(results.trials().get(0).outcome()).isEqualTo(Outcome.VERIFIED);
  }

  /** Samples are means of an interval, so their sums are what the whole run used. */
  @Test
  void samplesAndTotalsAddUpToTheUse() throws Exception {
    Results results = results(CLUSTER + SORT, 1);
    VariantRun run = sweep.runs().get(0);
    double cpu = 0;
    double joules = 0;
    double ssd = 0;
    double maps = 0;
    for (NodeUse use : results.trials().get(0).nodes()) {
      cpu += ((Reading.Value) use.totals().get(Total.CPU_OWN)).amount();
      joules += ((Reading.Value) use.totals().get(Total.ENERGY_PACKAGE)).amount();
      SampleTable table = SampleTable.read(directory.resolve(use.samples()));
      ssd += sum(table, Metric.BUSY_SSD) / 100;
      maps += sum(table, Metric.TASKS_MAP);
      assertThat(table.values(Metric.BUSY_DISK)).isEmpty();
      assertThat(table.seconds()[table.rows() - 1]).isCloseTo(run.result().makespan(), CLOSE);
    }
    assertThat(cpu).isCloseTo(run.result().use().coreSeconds(), CLOSE);
    assertThat(joules).isCloseTo(run.result().use().joules(), CLOSE);
    double worked = run.result().use().deviceSeconds().values().stream().mapToDouble(d -> d).sum();
    assertThat(ssd).isCloseTo(worked, within(0.01 * worked));
    assertThat(maps).isPositive();
    assertThat(results.nodes())
        .hasSize(2)
        .first()
        .extracting(node -> node.system().cpuModel())
        .isEqualTo("simulated worker, 1.00 GHz, 125 MB/s, 1 ssd");
  }

  private static double sum(SampleTable table, Metric metric) {
    double[] values = table.values(metric).orElseThrow();
    double before = 0;
    double sum = 0;
    for (int row = 0; row < table.rows(); row++) {
      sum += values[row] * (table.seconds(row) - before);
      before = table.seconds(row);
    }
    return sum;
  }

  @Test
  void fewJobsAreWorkloads() throws Exception {
    Results results =
        results(
            CLUSTER
                + "jobs:\n  - {name: small, maps: 2}\n  - {name: late, maps: 1, submit: 20s}\n"
                + "matrix: {mapreduce.job end: [0s, 5s], mapreduce.copies: [1, 2]}\n",
            1);
    assertThat(results.workloads())
        .extracting(WorkloadInfo::label)
        .containsExactly("small", "job small", "late");
    assertThat(results.frameworks())
        .extracting(FrameworkInfo::label)
        .containsExactly(
            "jobend=0s, copies=1",
            "jobend=0s, copies=2",
            "jobend=5s, copies=1",
            "jobend=5s, copies=2");
    assertThat(results.trials()).hasSize(12);
    assertThat(results.trials().subList(0, 3))
        .extracting(TrialResult::wallSeconds)
        .satisfies(
            seconds -> {
              assertThat(seconds.get(0)).isEqualTo(20 + seconds.get(2));
              assertThat(seconds.get(1)).isLessThan(20);
            });
  }

  @Test
  void manyJobsAreNot() throws Exception {
    Results results = results(CLUSTER + "jobs:\n  - {name: j, maps: 1, times: 13}\n", 1);
    assertThat(results.workloads())
        .extracting(WorkloadInfo::input)
        .containsExactly("13 simulated jobs");
    assertThat(results.trials().get(0).phases()).isEmpty();
  }

  @Test
  void numbersOfNodesAreNotFrameworks() throws Exception {
    Results results =
        results(
            CLUSTER
                + SORT
                + "matrix: {cluster.nodes.worker.count: [2, 40], mapreduce.copies: [1, 2]}\n",
            1);
    assertThat(ids(results))
        .containsExactly(
            "copies=1-small-2n-r1",
            "copies=2-small-2n-r1",
            "copies=1-small-40n-r1",
            "copies=2-small-40n-r1");
    assertThat(results.frameworks().get(0).settings()).containsOnlyKeys("copies");
    assertThat(results.nodes())
        .extracting(Results.NodeInfo::name)
        .containsExactly("worker-1", "worker-2", "all 40 nodes");
  }

  /** Three blocks, of which none fits beside another one on the two devices. */
  @Test
  void aRunWithoutAResultIsAFailedTrial() throws Exception {
    Results results =
        results(
            CLUSTER.replace("replication: 1", "replication: 1, block: 3g")
                + "jobs:\n  - {name: j, maps: 1, output: 1m}\nmatrix: {jobs.j.output: [1m, 8g]}\n",
            1);
    assertThat(results.trials())
        .extracting(TrialResult::outcome)
        .containsExactly(Outcome.VERIFIED, Outcome.FAILED);
    assertThat(results.trials().get(1).reason().orElseThrow()).startsWith("no device has room");
    assertThat(Arrays.asList(directory.resolve("trials").toFile().list()))
        .containsExactlyInAnyOrder("1-output_1m-r1", "2-output_8g-r1");
  }
}
