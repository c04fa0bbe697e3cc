// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.athanor.scheduler.policy.EpsilonPolicy;
import org.athanor.scheduler.policy.FinishTimePolicy;
import org.athanor.scheduler.policy.FirstFitPolicy;
import org.athanor.scheduler.policy.ObliviousPolicy;
import org.athanor.scheduler.policy.Offer;
import org.athanor.scheduler.policy.Policy;
import org.athanor.scheduler.policy.TetrisPolicy;
import org.athanor.testkit.SharedData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * The evaluation of epsilon-Sched with 10 minutes of a trace. With {@code ATHANOR_TEST_RENEW=true}
 * it runs 3 hours of two traces and writes its tables to docs/scheduling-evaluation.md. Skipped
 * without the traces.
 */
class EpsilonEvaluationTest {
  private static final double FEW_SECONDS = 600;
  private static final double ALL_SECONDS = 3 * 3600;
  private static final double ALLOWED = 3;
  private static final List<String> TRACES =
      List.of("FB-2009_samples_24_times_1hr_1", "FB-2010_samples_24_times_1hr_0");

  @Test
  void tablesHaveThePrintedMeans() {
    List<Table.Row> rows = Table.read("epsilon-applications.csv").rows();
    ToDoubleFunction<String> mean =
        column -> rows.stream().mapToDouble(row -> row.number(column)).average().orElseThrow();
    assertThat(mean.applyAsDouble("speed C2")).isCloseTo(0.57, within(0.0005));
    assertThat(mean.applyAsDouble("speed C3")).isCloseTo(0.69, within(0.0005));
  }

  @Test
  void epsilonUsesLessEnergyThanChance() throws Exception {
    List<ModelJob> jobs = jobs(TRACES.get(0), Double.POSITIVE_INFINITY, FEW_SECONDS);
    Outcome oblivious = run(new ObliviousPolicy(), jobs);
    Outcome epsilon = run(new EpsilonPolicy(EpsilonPolicy.Merit.ENERGY), jobs);
    double least =
        jobs.stream()
            .mapToDouble(
                job ->
                    job.joules().values().stream()
                        .mapToDouble(Double::doubleValue)
                        .min()
                        .orElseThrow())
            .sum();
    assertThat(epsilon.joules()).isBetween(least * (1 - 1e-9), oblivious.joules());
  }

  private static List<ModelJob> jobs(String trace, double allowed, double seconds)
      throws Exception {
    return new EpsilonWorkload(allowed).jobs(SharedData.file("swim/" + trace + ".tsv"), seconds);
  }

  private static Outcome run(Policy policy, List<ModelJob> jobs) {
    Map<String, Map<String, Offer>> offers =
        jobs.stream()
            .collect(Collectors.toMap(ModelJob::name, job -> job.offers(amount -> amount)));
    return new ModelRun(new EpsilonWorkload(ALLOWED).clusters(), policy, 1).run(jobs, offers);
  }

  private static Map<String, Policy> policies() {
    Map<String, Policy> policies = new LinkedHashMap<>();
    policies.put("oblivious", new ObliviousPolicy());
    policies.put("first fit", new FirstFitPolicy(FirstFitPolicy.Order.FIFO));
    policies.put(
        "ε, performance per energy", new EpsilonPolicy(EpsilonPolicy.Merit.PERFORMANCE_PER_ENERGY));
    policies.put("ε, energy", new EpsilonPolicy(EpsilonPolicy.Merit.ENERGY));
    policies.put("Tetris", new TetrisPolicy());
    policies.put("HEFT", FinishTimePolicy.heft());
    return policies;
  }

  @Test
  @EnabledIfEnvironmentVariable(named = "ATHANOR_TEST_RENEW", matches = "true")
  void writesTheTablesOfThePage() throws Exception {
    StringBuilder text = new StringBuilder();
    for (String trace : TRACES) {
      text.append(table(trace, "without deadlines", Double.POSITIVE_INFINITY));
      text.append(
          table(trace, "each job within 3 times its duration on the fastest cluster", ALLOWED));
    }
    EvaluationPage.write("epsilon", text.toString());
  }

  private static String table(String trace, String title, double allowed) throws Exception {
    List<ModelJob> jobs = jobs(trace, allowed, ALL_SECONDS);
    StringBuilder table = new StringBuilder();
    table.append("`").append(trace).append("`, ").append(jobs.size()).append(" jobs, ");
    table.append(title).append(":\n\n");
    table.append(
        "| policy | energy, % | mean completion, % | mean duration, % | makespan, % | missed, % |\n");
    table.append("|---|---|---|---|---|---|\n");
    Outcome oblivious = run(new ObliviousPolicy(), jobs);
    policies()
        .forEach(
            (name, policy) -> {
              Outcome outcome = run(policy, jobs);
              String[] cells = {
                name,
                change(outcome.joules(), oblivious.joules()),
                change(outcome.meanCompletion(), oblivious.meanCompletion()),
                change(outcome.meanDuration(), oblivious.meanDuration()),
                change(outcome.makespan(), oblivious.makespan()),
                Double.isInfinite(allowed)
                    ? "-"
                    : String.format(Locale.ROOT, "%.1f", 100.0 * outcome.missed() / jobs.size())
              };
              table.append("| ").append(String.join(" | ", cells)).append(" |\n");
            });
    return table.append('\n').toString();
  }

  private static String change(double amount, double baseline) {
    return String.format(Locale.ROOT, "%+.1f", 100 * (amount / baseline - 1));
  }
}
