// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.report.statistics.Scorecard.Criterion;
import org.athanor.report.statistics.Scorecard.Score;
import org.athanor.results.Outcome;
import org.athanor.results.Reading;
import org.athanor.results.TrialResult;
import org.athanor.results.Trials;
import org.athanor.results.Unit;
import org.junit.jupiter.api.Test;

class ScorecardTest {

  private final List<TrialResult> trials = new ArrayList<>();

  private void ran(String framework, String workload, int nodes, double... seconds) {
    trials.addAll(Trials.repeated(framework, workload, nodes, seconds));
  }

  private void failed(String framework, String workload, int nodes, int count) {
    for (int i = 1; i <= count; i++) {
      trials.add(
          Trials.with(
              Trials.trial(framework, workload, nodes, 10 + i, 1), Outcome.FAILED, "a test"));
    }
  }

  private Scorecard scorecard() {
    return Scorecard.of(Summary.of(Trials.study(trials))).orElseThrow();
  }

  private static Criterion criterion(Scorecard card, String id) {
    return card.criteria().stream().filter(it -> it.id().equals(id)).findFirst().orElseThrow();
  }

  private static List<Integer> ranks(Criterion criterion) {
    return criterion.scores().stream().map(score -> score.rank().orElse(0)).toList();
  }

  /** hadoop 20/10 and 30/30: √(2 × 1) = 1.41; spark 1 and 1. */
  @Test
  void performanceIsTheGeometricMeanOverTheFastest() {
    ran("hadoop", "sort", 1, 20, 20);
    ran("hadoop", "grep", 1, 30, 30);
    ran("spark", "sort", 1, 10, 10);
    ran("spark", "grep", 1, 30, 30);

    Criterion performance = criterion(scorecard(), "performance");

    assertThat(performance.cases()).isEqualTo(2);
    assertThat(ranks(performance)).containsExactly(2, 1);
    assertThat(performance.scores().get(0).value().orElseThrow())
        .isCloseTo(Math.sqrt(2), within(1e-9));
    assertThat(performance.scores()).extracting(Score::text).containsExactly("1.41×", "1.00×");
  }

  /** 10 W for each second: ED²P grows with the cube of time. */
  @Test
  void energyIsThatOfTheProcessorsOrOfWholeNodesIfTheyAreMetered() {
    ran("hadoop", "sort", 1, 20);
    ran("spark", "sort", 1, 10);
    assertThat(criterion(scorecard(), "energy").scores())
        .extracting(Score::text)
        .containsExactly("8.00×", "1.00×");

    trials.replaceAll(
        trial ->
            Trials.with(
                trial,
                Map.of(
                    TrialResult.NODE_ENERGY,
                    Reading.of(
                        trial.key().framework().equals("spark") ? 4000 : 500, Unit.JOULES))));
    assertThat(criterion(scorecard(), "energy").scores())
        .as("500 J × 20² = 200,000; 4,000 J × 10² = 400,000")
        .extracting(Score::text)
        .containsExactly("1.00×", "2.00×");
  }

  @Test
  void scalabilityIsEfficiencyOnMoreNodes() {
    ran("hadoop", "sort", 1, 40);
    ran("hadoop", "sort", 2, 40);
    ran("spark", "sort", 1, 40);
    ran("spark", "sort", 2, 20);

    Criterion scalability = criterion(scorecard(), "scalability");

    assertThat(ranks(scalability)).containsExactly(2, 1);
    assertThat(scalability.scores()).extracting(Score::text).containsExactly("50 %", "100 %");
  }

  @Test
  void saysWhyACriterionHasNoRanks() {
    ran("hadoop", "sort", 1, 40);
    ran("spark", "sort", 1, 40);

    Scorecard card = scorecard();

    assertThat(card.criteria())
        .extracting(Criterion::id)
        .containsExactly("performance", "energy", "stability");
    assertThat(card.notes()).containsExactly("Scalability: all trials are on one number of nodes.");
  }

  /** Each pair has a workload in common, and each framework half of the cases, but no case all. */
  @Test
  void saysThatNoCaseHasAllRankedFrameworks() {
    ran("hadoop", "a", 1, 40);
    ran("hadoop", "b", 1, 40);
    ran("spark", "b", 1, 40);
    ran("spark", "c", 1, 40);
    ran("flink", "a", 1, 40);
    ran("flink", "c", 1, 40);

    assertThat(scorecard().notes())
        .containsExactly(
            "Performance: no case has values of all of hadoop, spark, flink.",
            "Energy: no case has values of all of hadoop, spark, flink.",
            "Scalability: all trials are on one number of nodes.");
  }

  @Test
  void saysThatFrameworksHaveTooFewCasesOrNoneInCommon() {
    ran("hadoop", "a", 1, 40);
    ran("hadoop", "a", 2, 40);
    ran("spark", "b", 2, 40);
    ran("spark", "b", 4, 40);

    assertThat(scorecard().notes())
        .containsExactly(
            "Performance: no two frameworks have verified trials of a workload on the same number"
                + " of nodes.",
            "Energy: it is not known for two frameworks with the same workload on the same number"
                + " of nodes.",
            "Scalability: no two frameworks have verified trials of a workload on its fewest nodes"
                + " and on the same larger number of nodes.");

    trials.clear();
    ran("hadoop", "a", 1, 40);
    ran("hadoop", "b", 1, 40);
    ran("hadoop", "c", 1, 40);
    ran("spark", "a", 1, 40);

    assertThat(scorecard().notes())
        .contains("Performance: fewer than two frameworks have values for half of the 3 cases.");
  }

  @Test
  void ranksNothingIfOneFrameworkHasOnlyWarmUps() {
    ran("hadoop", "sort", 1, 40);
    trials.add(Trials.trial("spark", "sort", 1, 0, 40));

    assertThat(Scorecard.of(Summary.of(Trials.study(trials)))).isEmpty();
  }

  @Test
  void stabilityIsTheShareOfFailedTrials() {
    ran("hadoop", "sort", 1, 40, 40, 40);
    failed("hadoop", "sort", 1, 1);
    ran("spark", "sort", 1, 40);
    ran("flink", "sort", 1, 40, 40);
    failed("tez", "sort", 1, 2);

    Criterion stability = criterion(scorecard(), "stability");

    assertThat(ranks(stability)).as("equal shares have the same rank").containsExactly(3, 1, 1, 4);
    assertThat(stability.scores())
        .extracting(Score::text)
        .containsExactly("1 of 4 failed", "0 of 1 failed", "0 of 2 failed", "2 of 2 failed");
  }

  @Test
  void aTrialHasFailedIfNoAttemptWasVerified() {
    ran("hadoop", "sort", 1, 40, 40);
    trials.add(attempt(Trials.trial("hadoop", "sort", 1, 1, 9), 2));
    ran("spark", "sort", 1, 40);
    trials.add(attempt(Trials.trial("spark", "sort", 1, 2, 9), 1));
    trials.add(attempt(Trials.trial("spark", "sort", 1, 2, 9), 2));

    assertThat(criterion(scorecard(), "stability").scores())
        .extracting(Score::text)
        .containsExactly("0 of 2 failed", "1 of 2 failed");
  }

  private static TrialResult attempt(TrialResult trial, int attempt) {
    return Trials.with(trial.toBuilder().attempt(attempt).build(), Outcome.FAILED, "a test");
  }

  /** flink ran one of three workloads: fewer than half. spark ran two, which both others have. */
  @Test
  void comparesOnlyWhatAllRankedFrameworksRan() {
    ran("hadoop", "a", 1, 40);
    ran("hadoop", "b", 1, 10);
    ran("hadoop", "c", 1, 1);
    ran("spark", "a", 1, 20);
    ran("spark", "b", 1, 10);
    failed("spark", "c", 1, 1);
    ran("flink", "a", 1, 1);

    Criterion performance = criterion(scorecard(), "performance");

    assertThat(performance.cases()).isEqualTo(2);
    assertThat(ranks(performance)).containsExactly(2, 1, 0);
    assertThat(performance.scores().get(2))
        .isEqualTo(
            new Score(Optional.empty(), java.util.OptionalDouble.empty(), "has values for 1 of 3"));
    assertThat(performance.scores().get(1).text())
        .as("flink's 1 s is not the smallest: it is not ranked")
        .isEqualTo("1.00×");
  }

  @Test
  void isEmptyForOneFramework() {
    ran("hadoop", "a", 1, 40);
    assertThat(Scorecard.of(Summary.of(Trials.study(trials)))).isEmpty();
  }

  /** 1.019 ties with 1; 1.03 does not, though it is within 2 % of 1.019. */
  @Test
  void valuesTieWithTheBestOfTheirRank() {
    Map<String, Double> values = new LinkedHashMap<>();
    values.put("c", 1.03);
    values.put("a", 1.);
    values.put("b", 1.019);
    values.put("d", 1.2);

    assertThat(Scorecard.ranks(values, false, .02))
        .isEqualTo(Map.of("a", 1, "b", 1, "c", 3, "d", 4));
    assertThat(Scorecard.ranks(values, true, .02))
        .isEqualTo(Map.of("d", 1, "c", 2, "b", 2, "a", 4));
  }
}
