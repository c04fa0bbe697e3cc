// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.athanor.scheduler.carbon.PrecedencePolicy;
import org.athanor.scheduler.carbon.QuotaPolicy;
import org.athanor.scheduler.policy.FirstFitPolicy;
import org.athanor.scheduler.policy.Policy;
import org.athanor.testkit.SharedData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * The evaluation of policies that look at carbon, with an hour of the trace that they were tuned
 * with. With {@code ATHANOR_TEST_RENEW=true} it runs the 24 hours of the other one and writes its
 * tables to docs/scheduling-evaluation.md. Skipped without the traces.
 */
class CarbonEvaluationTest {
  private static final String TUNING = "FB-2009_samples_24_times_1hr_0";
  private static final String HELD_OUT = "FB-2009_samples_24_times_1hr_1";
  private static final double HOUR = 3600;
  private static final double ALLOWED = 3;

  /** Of CAP-like: with less, the tuning trace's mean completion is more than 10 % longer. */
  private static final double LEAST_QUOTA = 0.55;

  /** Of PCAPS-like: the most. */
  private static final double AWARENESS = 1;

  /** Zones of C1, C2 and C3, as carbon-intensity.csv says. */
  private static final List<List<String>> ZONES =
      List.of(
          List.of("SUN", "MIX", "COAL"),
          List.of("MIX", "COAL", "SUN"),
          List.of("COAL", "SUN", "MIX"),
          List.of("SUN", "SUN", "SUN"));

  @Test
  void boundIsKeptAndCarbonIsSaved() throws Exception {
    CarbonEvaluation evaluation = evaluation(TUNING, Double.POSITIVE_INFINITY, HOUR, ZONES.get(2));
    Policy base = base();
    CarbonEvaluation.Result without = evaluation.run(base);
    CarbonEvaluation.Result with = evaluation.run(evaluation.carbon(base));
    assertThat(with.grams()).isLessThan(0.95 * without.grams());
    assertThat(with.outcome().meanCompletion())
        .isLessThan((1 + CarbonEvaluation.BOUND) * without.outcome().meanCompletion());
    assertThat(evaluation.run(evaluation.carbon(base))).as("again").isEqualTo(with);
  }

  private static Policy base() {
    return new FirstFitPolicy(FirstFitPolicy.Order.FIFO);
  }

  private static CarbonEvaluation evaluation(
      String trace, double allowed, double seconds, List<String> zones) throws IOException {
    return CarbonEvaluation.of(SharedData.file("swim/" + trace + ".tsv"), allowed, seconds, zones);
  }

  @Test
  @EnabledIfEnvironmentVariable(named = "ATHANOR_TEST_RENEW", matches = "true")
  void writesTheTablesOfThePage() throws Exception {
    EvaluationPage.write(
        "carbon",
        table("without deadlines", Double.POSITIVE_INFINITY)
            + table("each job within 3 times its duration on the fastest cluster", ALLOWED));
  }

  private static String table(String title, double allowed) throws IOException {
    StringBuilder table = new StringBuilder();
    table.append("`").append(HELD_OUT).append("`, 24 hours, ").append(title).append(":\n\n");
    table.append("| zones of C1, C2, C3 | policy | carbon, % | mean completion, % | missed |\n");
    table.append("|---|---|---|---|---|\n");
    for (List<String> zones : ZONES) {
      CarbonEvaluation evaluation = evaluation(HELD_OUT, allowed, 24 * HOUR, zones);
      CarbonEvaluation.Result without = evaluation.run(base());
      policies(evaluation)
          .forEach(
              (name, policy) -> {
                CarbonEvaluation.Result with = evaluation.run(policy);
                String[] cells = {
                  String.join(", ", zones),
                  name,
                  change(with.grams(), without.grams()),
                  change(with.outcome().meanCompletion(), without.outcome().meanCompletion()),
                  Double.isInfinite(allowed) ? "-" : Integer.toString(with.outcome().missed())
                };
                table.append("| ").append(String.join(" | ", cells)).append(" |\n");
              });
    }
    return table.append('\n').toString();
  }

  private static Map<String, Policy> policies(CarbonEvaluation evaluation) {
    Map<String, Policy> policies = new LinkedHashMap<>();
    policies.put("first fit", base());
    policies.put("CAP-like", new QuotaPolicy(base(), evaluation.electricity(), LEAST_QUOTA));
    policies.put("PCAPS-like", new PrecedencePolicy(base(), evaluation.electricity(), AWARENESS));
    policies.put("carbon", evaluation.carbon(base()));
    return policies;
  }

  private static String change(double amount, double baseline) {
    return String.format(Locale.ROOT, "%+.1f", 100 * (amount / baseline - 1));
  }
}
