// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.athanor.report.statistics.Comparison;
import org.athanor.results.Outcome;
import org.athanor.results.TrialResult;
import org.athanor.results.Trials;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ComparisonTextTest {

  @Test
  void showsAnAlignedTable() throws IOException {
    assertThat(ComparisonText.table(comparison()))
        .isEqualTo(
            """
            before: hadoop
            after:  spark

            workload  before  after   speed-up  interval               verdict
            sort      22.0 s  11.0 s  2.00×     1.75 to 2.29 (96.8 %)  faster
            grep      5.00 s  5.00 s  1.00×     0.817 to 1.22 (90 %)   no difference shown
            pagerank  9.00 s  –       –         –                      no verified trial

            geometric mean 1.41×
            Times are medians. A speed-up above 1 means that "after" is faster. No difference is \
            shown if the interval includes 1 or the difference is below 2 %.
            Verdicts are corrected for 2 comparisons (Holm): the probability that any faster or slower among them is wrong is at most 10 %. Intervals are not corrected.
            """);
  }

  @Test
  void writesJson() throws IOException {
    JsonNode json = new JsonMapper().readTree(ComparisonText.json(comparison(), Optional.empty()));

    assertThat(json.get("rows")).hasSize(3);
    assertThat(json.get("rows").get(0).get("speedUp").doubleValue()).isEqualTo(2);
    assertThat(json.get("rows").get(0).get("verdict").stringValue()).isEqualTo("faster");
    assertThat(json.get("rows").get(2).has("speedUp")).isFalse();
  }

  private static Comparison comparison() throws IOException {
    List<TrialResult> trials = new ArrayList<>();
    trials.addAll(Trials.repeated("hadoop", "sort", 1, 20, 21, 22, 23, 24));
    trials.addAll(Trials.repeated("spark", "sort", 1, 10, 10.5, 11, 11.5, 12));
    trials.addAll(Trials.repeated("hadoop", "grep", 1, 4.9, 5, 6));
    trials.addAll(Trials.repeated("spark", "grep", 1, 4.9, 5, 6));
    trials.add(Trials.trial("hadoop", "pagerank", 1, 1, 9));
    trials.add(Trials.with(Trials.trial("spark", "pagerank", 1, 1, 9), Outcome.FAILED, "no"));
    return Comparison.of(Trials.study(trials), "hadoop", "spark");
  }
}
