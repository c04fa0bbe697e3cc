// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.athanor.scheduler.carbon.PrecedencePolicy;
import org.athanor.scheduler.carbon.QuotaPolicy;
import org.athanor.scheduler.policy.EpsilonPolicy;
import org.athanor.scheduler.policy.FinishTimePolicy;
import org.athanor.scheduler.policy.FirstFitPolicy;
import org.athanor.scheduler.policy.Policy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * Three policies, alone and in those that look at carbon, over the day of carbon-intensity.csv: the
 * zones of the clusters change with the seed, and so do the jobs, of which each seed has {@value
 * #JOBS} by {@link EpsilonWorkload#jobs(Random, int, double)}. None has a deadline. With {@code
 * ATHANOR_TEST_RENEW=true} it runs {@value #SEEDS} seeds and writes the table of {@code
 * docs/scheduling-evaluation.md}.
 *
 * <p>The model and all parameters were fixed before the first run.
 */
class CarbonPoliciesTest {
  private static final int SEEDS = 30;
  private static final int JOBS = 500;
  private static final double DAY = 24 * 3600;
  private static final double LEAST_QUOTA = 0.55;

  /** Of PCAPS-like: the middle of its range. */
  private static final double AWARENESS = 0.5;

  private static final String BASE = "first fit";

  private static final List<List<String>> ZONES =
      List.of(
          List.of("SUN", "MIX", "COAL"),
          List.of("MIX", "COAL", "SUN"),
          List.of("COAL", "SUN", "MIX"));

  /** How a policy is run: alone, or in another one. */
  private enum Form {
    ALONE(""),
    QUOTA(", CAP-like"),
    PRECEDENCE(", PCAPS-like"),
    CARBON(", carbon");

    private final String text;

    Form(String text) {
      this.text = text;
    }

    Policy of(Policy base, CarbonEvaluation evaluation) {
      return switch (this) {
        case ALONE -> base;
        case QUOTA -> new QuotaPolicy(base, evaluation.electricity(), LEAST_QUOTA);
        case PRECEDENCE -> new PrecedencePolicy(base, evaluation.electricity(), AWARENESS);
        case CARBON -> evaluation.carbon(base);
      };
    }
  }

  private static Map<String, Policy> bases() {
    Map<String, Policy> bases = new LinkedHashMap<>();
    bases.put(BASE, new FirstFitPolicy(FirstFitPolicy.Order.FIFO));
    bases.put("ε", new EpsilonPolicy(EpsilonPolicy.Merit.PERFORMANCE_PER_ENERGY));
    bases.put("finish time, mean", FinishTimePolicy.best(FinishTimePolicy.Goal.MEAN_COMPLETION));
    return bases;
  }

  private static CarbonEvaluation evaluation(long seed, int jobs, double seconds) {
    return CarbonEvaluation.of(
        new EpsilonWorkload(Double.POSITIVE_INFINITY).jobs(new Random(seed), jobs, seconds),
        ZONES.get((int) (seed % ZONES.size())));
  }

  /** What each policy in each form achieved, by seed. */
  private static Map<String, Map<Form, List<CarbonEvaluation.Result>>> run(
      int seeds, int jobs, double seconds) {
    Map<String, Map<Form, List<CarbonEvaluation.Result>>> results = new LinkedHashMap<>();
    for (long seed = 1; seed <= seeds; seed++) {
      CarbonEvaluation evaluation = evaluation(seed, jobs, seconds);
      bases()
          .forEach(
              (name, base) -> {
                for (Form form : Form.values()) {
                  results
                      .computeIfAbsent(name, key -> new LinkedHashMap<>())
                      .computeIfAbsent(form, key -> new ArrayList<>())
                      .add(evaluation.run(form.of(base, evaluation)));
                }
              });
    }
    return results;
  }

  private static double completion(CarbonEvaluation.Result result) {
    return result.outcome().meanCompletion();
  }

  private static double sum(
      List<CarbonEvaluation.Result> results, ToDoubleFunction<CarbonEvaluation.Result> of) {
    return results.stream().mapToDouble(of).sum();
  }

  /** Six seeds of 40 jobs in four hours of the day. */
  @Test
  void carbonSavesWithinItsBoundAndMoreThanQuotas() {
    run(6, 40, DAY / 6)
        .forEach(
            (name, forms) -> {
              List<CarbonEvaluation.Result> alone = forms.get(Form.ALONE);
              List<CarbonEvaluation.Result> carbon = forms.get(Form.CARBON);
              double grams = sum(carbon, CarbonEvaluation.Result::grams);
              assertThat(grams)
                  .as(name)
                  .isLessThan(sum(alone, CarbonEvaluation.Result::grams))
                  .isLessThan(sum(forms.get(Form.QUOTA), CarbonEvaluation.Result::grams));
              for (int i = 0; i < alone.size(); i++) {
                assertThat(completion(carbon.get(i)) / completion(alone.get(i)))
                    .as("%s, seed %s", name, i + 1)
                    .isLessThan(1 + CarbonEvaluation.BOUND);
              }
            });
  }

  private static String change(
      List<CarbonEvaluation.Result> results,
      List<CarbonEvaluation.Result> baseline,
      ToDoubleFunction<CarbonEvaluation.Result> of) {
    List<Double> changes = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      changes.add(of.applyAsDouble(results.get(i)) / of.applyAsDouble(baseline.get(i)) - 1);
    }
    return Interval.of(changes).percent();
  }

  @Test
  @EnabledIfEnvironmentVariable(named = "ATHANOR_TEST_RENEW", matches = "true")
  void writesTheTable() throws Exception {
    Map<String, Map<Form, List<CarbonEvaluation.Result>>> all = run(SEEDS, JOBS, DAY);
    List<CarbonEvaluation.Result> baseline = all.get(BASE).get(Form.ALONE);
    StringBuilder text = new StringBuilder();
    text.append("| policy | carbon, % | energy, % | mean completion, % | the same, against the");
    text.append(" policy alone |\n|---|---|---|---|---|\n");
    all.forEach(
        (name, forms) ->
            forms.forEach(
                (form, results) -> {
                  String[] cells = {
                    name + form.text,
                    change(results, baseline, CarbonEvaluation.Result::grams),
                    change(results, baseline, it -> it.outcome().joules()),
                    change(results, baseline, CarbonPoliciesTest::completion),
                    change(results, forms.get(Form.ALONE), CarbonPoliciesTest::completion)
                  };
                  text.append("| ").append(String.join(" | ", cells)).append(" |\n");
                }));
    EvaluationPage.write("carbon-policies", text + "\n");
  }
}
