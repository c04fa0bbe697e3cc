// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.athanor.report.statistics.Summary;
import org.athanor.results.NodeUse;
import org.athanor.results.Outcome;
import org.athanor.results.Reading;
import org.athanor.results.Results;
import org.athanor.results.Results.ProjectInfo;
import org.athanor.results.Results.Skip;
import org.athanor.results.Results.WarmInfo;
import org.athanor.results.Study;
import org.athanor.results.Total;
import org.athanor.results.TrialResult;
import org.athanor.results.Trials;
import org.athanor.results.Unit;
import org.junit.jupiter.api.Test;

class ResultTablesTest {
  /** Spark takes 20 s and 20.1 s, … with 1 s of pauses, Athanor a quarter of that; one failed. */
  private static List<TrialResult> trials() {
    List<TrialResult> trials = new ArrayList<>();
    for (int round = 0; round <= 6; round++) {
      TrialResult athanor = Trials.trial("athanor", "sort", 1, round, 5 + round * .025);
      TrialResult spark = Trials.trial("spark", "sort", 1, round, 20 + round * .1);
      trials.add(Trials.startedAt(measured(athanor, .05), 100L * round));
      trials.add(Trials.startedAt(measured(spark, 1), 100L * round + 50));
    }
    trials.add(Trials.with(Trials.trial("spark", "sort", 1, 7, 1), Outcome.WRONG_OUTPUT, "part|0"));
    trials.add(Trials.with(Trials.trial("tez", "sort", 1, 1, 1), Outcome.FAILED, "exit status 1"));
    return trials;
  }

  private static TrialResult measured(TrialResult trial, double pauses) {
    NodeUse use = trial.nodes().get(0);
    Map<Total, Reading> totals = new TreeMap<>(use.totals());
    totals.put(Total.MEMORY_OWN_PEAK, Reading.of(1.5e9, Unit.BYTES));
    totals.put(Total.JVM_GC, Reading.of(pauses, Unit.SECONDS));
    return trial.toBuilder().nodes(List.of(new NodeUse(use.node(), totals, use.samples()))).build();
  }

  private static Map<String, String> texts(Results results) throws IOException {
    return ResultTables.of(Study.of(List.of(new Study.Source(Path.of("/results"), results))));
  }

  @Test
  void aRowHasTheNumbersOfTheReport() throws IOException {
    Results results =
        Trials.results("page", "1.2", trials()).toBuilder()
            .skipped(List.of(new Skip("flink", "sort", "no program")))
            .project(Optional.of(new ProjectInfo("0123456789abcdef0123", true)))
            .build();

    Map<String, String> texts = texts(results);

    assertThat(texts).containsOnlyKeys("machine", "sort");
    assertThat(texts.get("sort").lines().toList())
        .containsExactly(
            "| | time, s: median (smallest – largest) | × athanor (interval) | CPU time, s | peak"
                + " memory, GB | GC pauses | MB/s per core | trials |",
            "|---|---|---|--:|--:|--:|--:|---|",
            "| athanor 1.2 | 5.09 (5.02 – 5.15) | 1 | 10.2 | 1.50 | 0.983 % | 9.83 | 6 |",
            "| spark 1.2 | 20.4 (20.1 – 20.6) | 4.00 (4.00 – 4.00) | 40.7 | 1.50 | 4.91 % | 2.46 |"
                + " 6, 1 failed |",
            "| tez 1.2 | not measured: exit status 1 | | | | | | |",
            "",
            "2026-03-01, Athanor 0.1.0, commit 0123456789ab with changes; 2 cores and 6.00 GB for"
                + " each framework and node. Warm-ups of each: 1. Level of the intervals: 96.8 %."
                + " Not run: flink.");
  }

  @Test
  void storagesAndNumbersOfNodesHaveRowsOfTheirOwn() throws IOException {
    List<TrialResult> trials =
        List.of(
            Trials.onStorage(Trials.trial("a", "sort", 1, 1, 10), "ssd"),
            Trials.onStorage(Trials.trial("a", "sort", 2, 1, 6), "ssd"),
            Trials.onStorage(Trials.trial("a", "sort", 1, 1, 20), "disk"));

    assertThat(texts(Trials.results("page", "1", trials)).get("sort"))
        .contains("\n| a 1, ssd, 1 node | 10.0 ")
        .contains("\n| a 1, ssd, 2 nodes | 6.00 ")
        .contains("\n| a 1, disk, 1 node | 20.0 ")
        .contains(" No warm-up.");
  }

  @Test
  void whatWasNotMeasuredIsNoNumber() throws IOException {
    assertThat(
            texts(Trials.results("page", "1", List.of(Trials.trial("a", "sort", 1, 1, 10))))
                .get("sort"))
        .contains("| a 1 | 10.0 (10.0 – 10.0) | 1 | 20.0 | – | – | 5.00 | 1 |");
  }

  /** As the option --only does. */
  @Test
  void whatASelectionLeftOutIsNamedAndReplacesNoTable() throws IOException {
    List<TrialResult> selected =
        trials().stream().filter(trial -> trial.key().framework().equals("athanor")).toList();
    List<TrialResult> others = List.of(Trials.trial("spark", "wordcount", 1, 1, 10));
    Results all =
        Trials.results("page", "1", Stream.concat(trials().stream(), others.stream()).toList());

    Map<String, String> texts = texts(all.toBuilder().trials(selected).build());

    assertThat(texts).containsOnlyKeys("machine", "sort");
    assertThat(texts.get("sort")).endsWith(" Left out: spark, tez.");
  }

  @Test
  void conditionsAndWhatVerdictsMeanAreBelowTheTable() throws IOException {
    List<TrialResult> trials =
        List.of(
            Trials.trial("a", "sort", 1, 1, 10),
            Trials.trial("b", "sort", 1, 1, 20),
            Trials.trial("a", "sort", 1, 2, 10),
            Trials.trial("b", "sort", 1, 2, 20));
    Results results =
        Trials.results("page", "1", trials).toBuilder()
            .warm(Optional.of(new WarmInfo(Optional.of(6L << 30), true)))
            .build();

    String text = texts(results).get("sort");

    assertThat(text)
        .contains(" Warm: 6.44 GB of memory and the input.")
        .contains(" Fewer than 5 trials: a, b.");
    for (String note :
        Summary.of(Study.of(List.of(new Study.Source(Path.of("/r"), results)))).notes()) {
      assertThat(text).contains(note);
    }
    assertThat(text).contains("too few repetitions");
  }

  @Test
  void aWorkloadWithTheNameOfThePlaceOfMachinesIsRefused() {
    List<TrialResult> trials = List.of(Trials.trial("a", "machine", 1, 1, 10));
    assertThatThrownBy(() -> texts(Trials.results("page", "1", trials)))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "workload machine: the place of this name has the machines; give the workload another"
                + " label");
  }

  @Test
  void anUnfinishedRunIsRefused() {
    Results results = Trials.results("page", "1", trials()).toBuilder().unfinished(3).build();
    assertThatThrownBy(() -> texts(results))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "/results: 3 trials have not been run; finish the run with athanor bench run --resume");
  }
}
