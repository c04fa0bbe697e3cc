// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.file.ExperimentFile;
import org.athanor.bench.experiment.file.FixedVocabulary;
import org.athanor.results.Results.Skip;
import org.athanor.results.TrialKey;
import org.junit.jupiter.api.Test;

class PlanTest {

  private static Experiment experiment(String text) {
    ExperimentFile file =
        ExperimentFile.parse(
            Path.of("e.yaml"), text.getBytes(StandardCharsets.UTF_8), new FixedVocabulary());
    assertThat(file.problems()).isEmpty();
    return file.experiment().orElseThrow();
  }

  private static Plan plan(String text) {
    return Plan.of(experiment(text), Selection.ALL, (f, w) -> Optional.empty());
  }

  private static List<String> batches(Plan plan) {
    return plan.batches().stream()
        .map(batch -> batch.framework() + " " + batch.trials().stream().map(TrialKey::id).toList())
        .toList();
  }

  @Test
  void runsSizesOneAfterTheOtherAndRoundsWithinThem() {
    assertThat(
            batches(
                plan(
                    """
                    nodes: [a, b]
                    sizes: [1, 2]
                    filesystem: hdfs
                    frameworks: [hadoop: {mode: yarn}, spark: {mode: yarn}]
                    workloads: [terasort, wordcount]
                    repetitions: 1
                    """)))
        .containsExactly(
            "hadoop [hadoop-terasort-1n-w0, hadoop-wordcount-1n-w0]",
            "spark [spark-terasort-1n-w0, spark-wordcount-1n-w0]",
            "spark [spark-terasort-1n-r1, spark-wordcount-1n-r1]",
            "hadoop [hadoop-terasort-1n-r1, hadoop-wordcount-1n-r1]",
            "hadoop [hadoop-terasort-2n-w0, hadoop-wordcount-2n-w0]",
            "spark [spark-terasort-2n-w0, spark-wordcount-2n-w0]",
            "spark [spark-terasort-2n-r1, spark-wordcount-2n-r1]",
            "hadoop [hadoop-terasort-2n-r1, hadoop-wordcount-2n-r1]");
  }

  @Test
  void isTheSameEachTimeAndHasEachTrialOnce() {
    String text =
        """
        nodes: [a, b, c]
        sizes: [1, 3]
        filesystem: hdfs
        frameworks: [hadoop: {mode: yarn}, spark: {mode: yarn}, spark: {label: s, mode: yarn}]
        workloads: [terasort, wordcount, kmeans]
        repetitions: 4
        warmup: 2
        """;
    Plan plan = plan(text);
    assertThat(plan(text)).isEqualTo(plan);
    assertThat(new HashSet<>(plan.trials())).hasSize(2 * 3 * 3 * 6).hasSameSizeAs(plan.trials());
    assertThat(new HashSet<>(plan(text + "order: grouped\n").trials()))
        .isEqualTo(new HashSet<>(plan.trials()));
  }

  private static final String STORAGES =
      "storage: [{label: ssd}, {label: disk}]\nframeworks: [hadoop, spark]\nworkloads: terasort\n"
          + "warmup: 0\nrepetitions: 2\n";

  /** Each storage begins a round as often as the others, and runs in one piece. */
  @Test
  void runsEachStorageInEachRound() {
    assertThat(plan(STORAGES).trials().stream().map(TrialKey::id))
        .containsExactly(
            "hadoop-terasort-ssd-1n-r1",
            "spark-terasort-ssd-1n-r1",
            "hadoop-terasort-disk-1n-r1",
            "spark-terasort-disk-1n-r1",
            "spark-terasort-disk-1n-r2",
            "hadoop-terasort-disk-1n-r2",
            "spark-terasort-ssd-1n-r2",
            "hadoop-terasort-ssd-1n-r2");
    assertThat(batches(plan(STORAGES + "order: grouped\n")))
        .containsExactly(
            "hadoop [hadoop-terasort-ssd-1n-r1, hadoop-terasort-ssd-1n-r2]",
            "spark [spark-terasort-ssd-1n-r1, spark-terasort-ssd-1n-r2]",
            "hadoop [hadoop-terasort-disk-1n-r1, hadoop-terasort-disk-1n-r2]",
            "spark [spark-terasort-disk-1n-r1, spark-terasort-disk-1n-r2]");
  }

  @Test
  void selectsAStorage() {
    Experiment experiment = experiment(STORAGES);
    Selection selection = new Selection(List.of("spark/*/disk", "hadoop/terasort/ssd"));
    assertThat(selection.problems(experiment)).isEmpty();
    assertThat(
            Plan.of(experiment, selection, (f, w) -> Optional.empty()).trials().stream()
                .map(TrialKey::id))
        .containsExactly(
            "hadoop-terasort-ssd-1n-r1",
            "spark-terasort-disk-1n-r1",
            "spark-terasort-disk-1n-r2",
            "hadoop-terasort-ssd-1n-r2");
    assertThat(new Selection(List.of("spark/terasort/tape")).problems(experiment))
        .containsExactly("--only=spark/terasort/tape: unknown storage tape; allowed ssd, disk, *");
  }

  @Test
  void letsEachFrameworkBeginEquallyOften() {
    Plan plan =
        plan(
            """
            frameworks: [hadoop, spark, solo]
            workloads: terasort
            repetitions: 6
            warmup: 0
            """);
    Map<String, Integer> first = new HashMap<>();
    for (int i = 0; i < plan.batches().size(); i += 3) {
      first.merge(plan.batches().get(i).framework(), 1, Integer::sum);
    }
    assertThat(first).isEqualTo(Map.of("hadoop", 2, "spark", 2, "solo", 2));
  }

  @Test
  void skipsUnsupportedCombinationsWithTheirReasons() {
    Experiment experiment =
        experiment("frameworks: [hadoop, spark]\nworkloads: [terasort, kmeans]");
    Plan plan =
        Plan.of(
            experiment,
            Selection.ALL,
            (framework, workload) ->
                workload.kind().equals("kmeans") && framework.kind().equals("spark")
                    ? Optional.of("no program")
                    : Optional.empty());
    assertThat(plan.skipped()).containsExactly(new Skip("spark", "kmeans", "no program"));
    assertThat(plan.trials()).hasSize(18).noneMatch(key -> key.id().startsWith("spark-kmeans"));
  }

  /** A later run of another part rewrites the results, which must keep these reasons. */
  @Test
  void keepsReasonsOfCombinationsThatAreNotSelected() {
    Experiment experiment =
        experiment("frameworks: [hadoop, spark]\nworkloads: [terasort, kmeans]");
    Plan plan =
        Plan.of(
            experiment,
            new Selection(List.of("hadoop/terasort")),
            (framework, workload) ->
                workload.kind().equals("kmeans") && framework.kind().equals("spark")
                    ? Optional.of("no program")
                    : Optional.empty());
    assertThat(plan.skipped()).containsExactly(new Skip("spark", "kmeans", "no program"));
    assertThat(plan.trials()).hasSize(6).allMatch(key -> key.id().startsWith("hadoop-terasort"));
  }

  @Test
  void reportsUnknownLabelsOfASelection() {
    Experiment experiment =
        experiment("frameworks: [hadoop, spark]\nworkloads: [terasort, kmeans]");
    Selection selection =
        new Selection(List.of("sparc/terasort", "hadoop/sort", "*/kmeans", "hadoop/"));
    assertThat(selection.problems(experiment))
        .containsExactly(
            "--only=sparc/terasort: unknown framework sparc; allowed hadoop, spark,"
                + " *; did you mean spark?",
            "--only=hadoop/sort: unknown workload sort; allowed terasort, kmeans, *",
            "--only=hadoop/: must be FRAMEWORK, FRAMEWORK/WORKLOAD or FRAMEWORK/WORKLOAD/STORAGE, or *"
                + " for all of them");
    assertThat(new Selection(List.of("spark")).includes("spark", "kmeans")).isTrue();
    assertThat(new Selection(List.of("spark")).includes("hadoop", "kmeans")).isFalse();
    assertThat(new Selection(List.of("*/kmeans")).includes("hadoop", "kmeans")).isTrue();
  }
}
