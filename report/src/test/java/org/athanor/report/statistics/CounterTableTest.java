// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.report.statistics.CounterTable.Cell;
import org.athanor.results.Better;
import org.athanor.results.MeasureInfo;
import org.athanor.results.Reading;
import org.athanor.results.Results;
import org.athanor.results.Study;
import org.athanor.results.TrialResult;
import org.athanor.results.Trials;
import org.athanor.results.Unit;
import org.junit.jupiter.api.Test;

class CounterTableTest {
  private static final MeasureInfo SPILLED = counter("spilled", "Spilled", Unit.BYTES);
  private static final MeasureInfo TASKS = counter("tasks", "Tasks", Unit.COUNT);
  private static final MeasureInfo REQUESTS =
      new MeasureInfo(
          "nfs_reads",
          "NFS, reads",
          Unit.COUNT,
          Better.LESS,
          MeasureInfo.Kind.NODE_COUNTER,
          "a test");
  private static final MeasureInfo OWN =
      MeasureInfo.result("latency", "Latency", Unit.SECONDS, Better.LESS, "a test");

  private static MeasureInfo counter(String id, String label, Unit unit) {
    return new MeasureInfo(id, label, unit, Better.LESS, MeasureInfo.Kind.COUNTER, "a test");
  }

  private static Summary summary(List<TrialResult> trials) {
    Results results =
        Trials.declaring(Trials.results("test", "1", trials), SPILLED, TASKS, REQUESTS, OWN);
    return Summary.of(Study.of(List.of(new Study.Source(Path.of("/results"), results))));
  }

  @Test
  void hasMediansAndReasons() {
    List<TrialResult> trials = new ArrayList<>();
    double[] spilled = {30, 10, 20};
    for (int i = 0; i < 3; i++) {
      trials.add(
          Trials.with(
              Trials.trial("hadoop", "sort", 1, i + 1, 10),
              Map.of("spilled", Reading.of(spilled[i], Unit.BYTES))));
      trials.add(
          Trials.with(
              Trials.trial("flink", "sort", 1, i + 1, 10),
              Map.of("spilled", Reading.unavailable("Flink does not count it"))));
    }
    Summary summary = summary(trials);

    List<CounterTable> tables = CounterTable.ofFrameworks(summary);

    assertThat(tables).hasSize(1);
    CounterTable table = tables.get(0);
    assertThat(table.workload()).isEqualTo("sort");
    assertThat(table.frameworks()).containsExactly("hadoop", "flink");
    assertThat(table.rows()).as("rows without any value are left out").hasSize(1);
    assertThat(table.rows().get(0).counter().label()).isEqualTo("Spilled");
    assertThat(table.rows().get(0).cells())
        .containsExactly(
            new Cell(Optional.of(20d), ""), new Cell(Optional.empty(), "Flink does not count it"));
  }

  @Test
  void countersHaveNoFigures() {
    Summary summary =
        summary(
            List.of(
                Trials.with(
                    Trials.trial("hadoop", "sort", 1, 1, 10),
                    Map.of("tasks", Reading.of(5, Unit.COUNT)))));

    assertThat(Quantity.withFigures(summary.study()))
        .extracting(Quantity::id)
        .contains("time", "latency")
        .doesNotContain("tasks", "spilled", "result_throughput");
    assertThat(Quantity.counters(summary.study()))
        .extracting(Quantity::id)
        .containsExactly("spilled", "tasks", "nfs_reads");
  }

  @Test
  void nodesHaveTablesOfTheirOwn() {
    Summary summary =
        summary(
            List.of(
                Trials.with(
                    Trials.trial("hadoop", "sort", 1, 1, 10),
                    Map.of(
                        "tasks",
                        Reading.of(5, Unit.COUNT),
                        "nfs_reads",
                        Reading.of(7, Unit.COUNT)))));

    assertThat(CounterTable.ofFrameworks(summary).get(0).rows())
        .extracting(row -> row.counter().id())
        .containsExactly("tasks");
    assertThat(CounterTable.ofNodes(summary).get(0).rows())
        .extracting(row -> row.counter().id())
        .containsExactly("nfs_reads");
  }

  @Test
  void counterOfAnOlderReleaseIsOneOfNodesIfANewerOneSaysSo() {
    TrialResult trial =
        Trials.with(
            Trials.trial("hadoop", "sort", 1, 1, 10),
            Map.of("nfs_reads", Reading.of(7, Unit.COUNT)));
    Results old =
        Trials.declaring(
            Trials.results("old", "1", List.of(trial)),
            counter("nfs_reads", "NFS, reads", Unit.COUNT));
    Results latest = Trials.declaring(Trials.results("new", "2", List.of(trial)), REQUESTS);
    Summary summary =
        Summary.of(
            Study.of(
                List.of(
                    new Study.Source(Path.of("/old"), old),
                    new Study.Source(Path.of("/new"), latest))));

    assertThat(CounterTable.ofFrameworks(summary)).isEmpty();
    assertThat(CounterTable.ofNodes(summary).get(0).frameworks()).hasSize(2);
  }

  /** 50 MB of results in 10 s on 2 nodes: 5 MB/s, 2.5 MB/s per node. */
  @Test
  void resultsHaveAThroughputIfTheirSizeIsKnown() {
    Study study =
        Trials.study(
            Trials.with(
                Trials.trial("hadoop", "sort", 2, 1, 10),
                Map.of("result_size", Reading.of(50e6, Unit.BYTES))));
    Group group = Summary.of(study).groups().get(0);

    assertThat(median(study, group, "result_throughput")).isEqualTo(5e6);
    assertThat(median(study, group, "result_throughput_per_node")).isEqualTo(2.5e6);
  }

  private static double median(Study study, Group group, String id) {
    Quantity quantity =
        Quantity.all(study).stream().filter(it -> it.id().equals(id)).findFirst().orElseThrow();
    return group.sample(quantity).orElseThrow().median();
  }
}
