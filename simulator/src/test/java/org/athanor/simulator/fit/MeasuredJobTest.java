// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import org.athanor.simulator.mapreduce.Framework;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Results of an experiment with two frameworks and two workloads. */
class MeasuredJobTest {
  private static final String RESULTS =
      """
      {"frameworks": [
         {"label": "athanor", "kind": "athanor", "settings": {}},
         {"label": "spark", "kind": "spark", "settings": {}}],
       "workloads": [
         {"label": "tera", "kind": "terasort", "inputBytes": 268435456, "settings": {"parts": 2}},
         {"label": "words", "kind": "wordcount", "inputBytes": 134217000, "settings": {"parts": 1}}],
       "trials": [TRIALS]}
      """;

  private static String trial(String framework, String workload, int seconds, String measures) {
    return String.format(
        Locale.ROOT,
        """
        {"outcome": "verified", "key": {"framework": "%s", "workload": "%s"}, "wallSeconds": %d,
         "measures": {%s}, "nodes": [{"totals": {"cpu_own": {"value": %d}}}]}
        """,
        framework,
        workload,
        seconds,
        measures,
        2 * seconds);
  }

  private static List<MeasuredJob> read(String... trials) {
    return MeasuredJob.all(
        new JsonMapper().readTree(RESULTS.replace("TRIALS", String.join(",", trials))));
  }

  @Test
  void readsJobsOfTwoFrameworks() {
    String shuffled = "\"intermediate_data\": {\"value\": 300}";
    List<MeasuredJob> jobs =
        read(
            trial("athanor", "tera", 6, shuffled),
            trial("athanor", "tera", 8, shuffled),
            trial("spark", "tera", 10, ""),
            trial("athanor", "words", 4, shuffled.replace("300", "20")),
            trial("spark", "words", 12, ""));
    assertThat(jobs)
        .containsExactly(
            new MeasuredJob(
                "athanor, tera",
                Framework.ATHANOR,
                true,
                2L << 27,
                2,
                2,
                2,
                300,
                List.of(6.0, 8.0),
                14),
            new MeasuredJob(
                "spark, tera", Framework.SPARK, true, 2L << 27, 2, 2, 2, 300, List.of(10.0), 20),
            new MeasuredJob(
                "athanor, words",
                Framework.ATHANOR,
                false,
                134217000,
                1,
                1,
                2,
                20,
                List.of(4.0),
                8),
            // Spark reads a text in two splits at least.
            new MeasuredJob(
                "spark, words", Framework.SPARK, false, 134217000, 2, 1, 2, 20, List.of(12.0), 24));
    assertThat(jobs).extracting(MeasuredJob::processes).containsOnly(1);
  }

  @Test
  void refusesResultsWithoutAVerifiedTrial() {
    assertThatThrownBy(() -> read(trial("athanor", "tera", 6, "")))
        .hasMessage("trials of tera on spark: none is verified; repeat the experiment");
  }
}
