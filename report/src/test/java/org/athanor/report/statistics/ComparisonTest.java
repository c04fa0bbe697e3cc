// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.results.Better;
import org.athanor.results.MeasureInfo;
import org.athanor.results.Results;
import org.athanor.results.Results.WarmInfo;
import org.athanor.results.Results.WorkloadInfo;
import org.athanor.results.ResultsFile;
import org.athanor.results.TrialResult;
import org.athanor.results.Trials;
import org.athanor.results.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonTest {

  @TempDir Path directory;

  @Test
  void comparesTwoExperimentsByFrameworkAndWorkload() throws IOException {
    Path before = experiment("before", Trials.repeated("athanor", "sort", 1, 20, 21, 22, 23));
    Path after = experiment("after", Trials.repeated("athanor", "sort", 1, 10, 10.5, 11, 11.5));

    Comparison comparison = Comparison.of(before, after);

    assertThat(comparison.rows()).hasSize(1);
    Comparison.Row row = comparison.rows().get(0);
    assertThat(row.framework()).isEqualTo("athanor");
    assertThat(row.speedUp().orElseThrow().verdict()).isEqualTo(Verdict.FASTER);
    assertThat(comparison.meanSpeedUp().orElseThrow()).isCloseTo(2, within(1e-9));
  }

  @Test
  void comparesTwoFrameworksOfOneExperiment() throws IOException {
    List<TrialResult> trials = new ArrayList<>(Trials.repeated("hadoop", "sort", 1, 20, 21, 22));
    trials.addAll(Trials.repeated("spark", "sort", 1, 20.1, 21.1, 22.1));

    Comparison comparison = Comparison.of(experiment("one", trials), "hadoop", "spark");

    assertThat(comparison.rows().get(0).speedUp().orElseThrow().verdict()).isEqualTo(Verdict.NOISE);
  }

  @Test
  void comparesSingleFrameworksEvenIfTheirLabelsDiffer() throws IOException {
    Path before = experiment("before", Trials.repeated("hadoop", "sort", 1, 20));
    Path after = experiment("after", Trials.repeated("spark", "sort", 1, 10));

    assertThat(Comparison.of(before, after).rows()).hasSize(1);
  }

  @Test
  void namesTheContentsOfBothIfTheyHaveNothingInCommon() throws IOException {
    Path before = experiment("before", Trials.repeated("hadoop", "sort", 1, 20));
    Path after = experiment("after", Trials.repeated("hadoop", "grep", 1, 10));

    assertThatThrownBy(() -> Comparison.of(before, after))
        .hasMessage(
            before
                + " and "
                + after
                + ": no framework ran the same workload on the same number of nodes in both; before"
                + " has hadoop × sort, and after has hadoop × grep");
    assertThatThrownBy(() -> Comparison.of(before, "hadoop", "storm"))
        .hasMessage("storm: is not a framework of before, which has hadoop");
  }

  @Test
  void doesNotCompareWorkloadsOfDifferentInput() throws IOException {
    Results before = Trials.results("before", "1", twoWorkloads());
    WorkloadInfo sort = before.workloads().get(0);
    WorkloadInfo smaller = new WorkloadInfo("sort", "sort", 1_000_000, "random text", Map.of());
    WorkloadInfo other =
        new WorkloadInfo(
            "grep", "grep", sort.inputBytes().orElseThrow(), "random text", Map.of("parts", "3"));

    Comparison comparison =
        Comparison.of(
            write(before), write(with("after", 1, List.of(smaller, before.workloads().get(1)))));
    assertThat(comparison.rows()).extracting(Comparison.Row::workload).containsExactly("grep");
    assertThat(comparison.differences())
        .containsExactly(
            "cores per node: 2 before, 1 after",
            "not compared: sort: 100 MB before, 1.00 MB after");

    assertThat(Comparison.of(write(before), write(with("after", 2, List.of(sort, other)))).rows())
        .extracting(Comparison.Row::workload)
        .containsExactly("sort");
    assertThatThrownBy(
            () -> Comparison.of(write(before), write(with("after", 2, List.of(smaller, other)))))
        .hasMessageEndingWith(
            "; not compared: sort: 100 MB before, 1.00 MB after; not compared: grep.parts: default"
                + " before, 3 after");
  }

  @Test
  void saysThatNodesAreDividedInAnotherWay() throws IOException {
    Results before = Trials.weak(Trials.results("before", "1", twoWorkloads()));
    Results after = with("after", 2, before.workloads());
    assertThat(Comparison.of(write(before), write(after)).differences())
        .containsExactly(
            "layout: dedicated master, 2 workers and 8 tasks per node before, default after");
  }

  @Test
  void saysThatNodesWereMadeWarm() throws IOException {
    Results before = Trials.results("before", "1", twoWorkloads());
    Results after =
        with("after", 2, before.workloads()).toBuilder()
            .warm(Optional.of(new WarmInfo(Optional.of(6L << 30), true)))
            .build();
    assertThat(Comparison.of(write(before), write(after)).differences())
        .containsExactly("warm: nothing before, 6.44 GB of memory and the input after");
  }

  @Test
  void saysWhichSideIsSimulated() throws IOException {
    Path measured = write(Trials.results("measured", "1", twoWorkloads()));
    Path simulated = write(Trials.simulated(Trials.results("simulated", "1", twoWorkloads())));

    assertThat(Comparison.of(measured, simulated).differences())
        .containsExactly(
            "origin: measured before, simulated after",
            "memory per node: 6.00 GB before, none after");
    assertThat(Comparison.of(simulated, simulated).differences()).isEmpty();
    assertThat(Comparison.of(simulated, simulated).notes())
        .first()
        .isEqualTo("All times are simulated, not measured.");
    assertThat(Comparison.of(simulated, "hadoop", "hadoop").notes())
        .first()
        .isEqualTo("All times are simulated, not measured.");
  }

  @Test
  void aCounterIsOneOfNodesIfOneSideSaysSo() throws IOException {
    Path before = declaring("before", MeasureInfo.Kind.COUNTER);
    Path after = declaring("after", MeasureInfo.Kind.NODE_COUNTER);

    assertThat(Comparison.of(before, after).counters())
        .extracting(Quantity::ofNodes)
        .containsExactly(true);
    assertThat(Comparison.of(after, before).counters())
        .extracting(Quantity::ofNodes)
        .containsExactly(true);
  }

  private Path declaring(String name, MeasureInfo.Kind kind) throws IOException {
    MeasureInfo reads =
        new MeasureInfo("nfs_reads", "NFS, reads", Unit.COUNT, Better.LESS, kind, "a test");
    return write(Trials.declaring(Trials.results(name, "1", twoWorkloads()), reads));
  }

  private static List<TrialResult> twoWorkloads() {
    List<TrialResult> trials = new ArrayList<>(Trials.repeated("hadoop", "sort", 1, 20));
    trials.addAll(Trials.repeated("hadoop", "grep", 1, 20));
    return trials;
  }

  private static Results with(String name, int cores, List<WorkloadInfo> workloads) {
    Results results = Trials.results(name, "1", twoWorkloads());
    return results.toBuilder().name(name).coresPerNode(cores).workloads(workloads).build();
  }

  private Path experiment(String name, List<TrialResult> trials) throws IOException {
    return write(Trials.results(name, "1", trials));
  }

  private Path write(Results results) throws IOException {
    Path path = Files.createDirectories(directory.resolve(results.name()));
    ResultsFile.write(results, path);
    return path;
  }
}
