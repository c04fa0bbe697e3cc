// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.athanor.scheduler.ledger.Resources;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * The evaluation of phi-Sched with few seeds. With {@code ATHANOR_TEST_RENEW=true} it runs {@value
 * #ALL_SEEDS} and writes its tables to docs/scheduling-evaluation.md.
 */
class PhiEvaluationTest {
  private static final int ALL_SEEDS = 30;
  private static final int FEW_SEEDS = 3;

  @Test
  void tablesHaveThePrintedMeans() {
    PhiWorkload workload = new PhiWorkload();
    ToDoubleFunction<ToDoubleFunction<Table.Row>> mean =
        value -> workload.applications().stream().mapToDouble(value).average().orElseThrow();
    assertThat(mean.applyAsDouble(row -> row.number("speed m3.large")))
        .isCloseTo(0.825, within(0.0005));
    assertThat(mean.applyAsDouble(row -> row.number("speed m2.xlarge")))
        .isCloseTo(0.825, within(0.0005));
    assertThat(mean.applyAsDouble(PhiEvaluationTest::lowestSpeed)).isCloseTo(0.66, within(0.0005));
    Table.Row teraSort =
        workload.applications().stream()
            .filter(row -> row.text("application").equals("TeraSort"))
            .findFirst()
            .orElseThrow();
    assertThat(teraSort.number("speed m3.large") / teraSort.number("speed m2.xlarge"))
        .isCloseTo(1 - 0.165, within(0.0005));
  }

  private static double lowestSpeed(Table.Row row) {
    return Math.min(
        row.number("speed c1.xlarge"),
        Math.min(row.number("speed m3.large"), row.number("speed m2.xlarge")));
  }

  /**
   * Two jobs, each 100 s with all memory of either cluster: 100 s. Three: 150 s, because half of
   * one may run on each. One on two clusters: 100 s, because its halves cannot run at the same
   * time.
   */
  @Test
  void boundIsThatOfTheLinearProgramme() {
    Map<String, Resources> totals =
        Map.of("a", new Resources(4, 8e9, 0, 0), "b", new Resources(2, 8e9, 0, 0));
    assertThat(MakespanBound.of(List.of(job("x"), job("y")), totals)).isCloseTo(100, within(1e-6));
    assertThat(MakespanBound.of(List.of(job("x"), job("y"), job("z")), totals))
        .isCloseTo(150, within(1e-6));
    assertThat(MakespanBound.of(List.of(job("x")), totals)).isCloseTo(100, within(1e-6));
  }

  /** Three jobs of 100 s need 8 of 12.8 GB each: 300 s, not 187.5 s as their areas say. */
  @Test
  void boundKnowsThatLargeJobsDoNotRunTogether() {
    List<ModelJob> jobs = List.of(job("x"), job("y"), job("z"));
    Map<String, Resources> totals = Map.of("a", new Resources(4, 12.8e9, 0, 0));
    assertThat(MakespanBound.of(jobs, totals)).isCloseTo(300, within(1e-6));
  }

  private static ModelJob job(String name) {
    return new ModelJob(
        name,
        0,
        new Resources(1, 8e9, 0, 0),
        0,
        Set.of(),
        Map.of("a", 100.0, "b", 100.0),
        Map.of(),
        Double.POSITIVE_INFINITY);
  }

  @Test
  void noPolicyIsBelowTheBoundAndPhiIsFasterThanChance() {
    List<Double> bounds = PhiEvaluation.bounds(FEW_SEEDS);
    Map<String, List<Outcome>> outcomes = new PhiEvaluation(3, 0, FEW_SEEDS).run();
    outcomes.forEach(
        (name, each) -> {
          for (int i = 0; i < FEW_SEEDS; i++) {
            assertThat(each.get(i).makespan())
                .as("%s, seed %s", name, i + 1)
                .isGreaterThanOrEqualTo(bounds.get(i) * (1 - 1e-9));
          }
        });
    for (int i = 0; i < FEW_SEEDS; i++) {
      assertThat(outcomes.get("φ").get(i).meanCompletion())
          .as("seed %s", i + 1)
          .isLessThan(outcomes.get("oblivious").get(i).meanCompletion());
    }
  }

  @Test
  void sameSeedsHaveSameOutcomes() {
    PhiEvaluation evaluation = new PhiEvaluation(1, 0.3, 1);
    assertThat(evaluation.run()).isEqualTo(evaluation.run());
  }

  @Test
  @EnabledIfEnvironmentVariable(named = "ATHANOR_TEST_RENEW", matches = "true")
  void writesTheTablesOfThePage() throws Exception {
    List<Double> bounds = PhiEvaluation.bounds(ALL_SEEDS);
    StringBuilder text = new StringBuilder();
    text.append(table("Each input in three clusters, exact predictions", 3, 0, bounds));
    text.append(table("Each input in one cluster, exact predictions", 1, 0, bounds));
    text.append(
        table("Each input in three clusters, predictions up to 30 % wrong", 3, 0.3, bounds));
    EvaluationPage.write("phi", text.toString());
  }

  private static String table(String title, int copies, double error, List<Double> bounds) {
    Map<String, List<Outcome>> outcomes = new PhiEvaluation(copies, error, bounds.size()).run();
    List<Outcome> oblivious = outcomes.get("oblivious");
    StringBuilder table = new StringBuilder(title).append(":\n\n");
    table.append(
        "| policy | mean completion, % | makespan, % | mean duration, % |"
            + " makespan / bound |\n");
    table.append("|---|---|---|---|---|\n");
    outcomes.forEach(
        (name, each) -> {
          String[] cells = {
            name,
            PhiEvaluation.change(each, oblivious, (a, b) -> a.meanCompletion() / b.meanCompletion())
                .percent(),
            PhiEvaluation.change(each, oblivious, (a, b) -> a.makespan() / b.makespan()).percent(),
            PhiEvaluation.change(each, oblivious, (a, b) -> a.meanDuration() / b.meanDuration())
                .percent(),
            PhiEvaluation.overBound(each, bounds).ratio()
          };
          table.append("| ").append(String.join(" | ", cells)).append(" |\n");
        });
    return table.append('\n').toString();
  }
}
