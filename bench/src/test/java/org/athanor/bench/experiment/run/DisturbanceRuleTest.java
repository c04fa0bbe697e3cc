// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.athanor.bench.experiment.Disturbance;
import org.athanor.results.NodeUse;
import org.athanor.results.Outcome;
import org.athanor.results.Reading;
import org.athanor.results.Total;
import org.athanor.results.TrialKey;
import org.athanor.results.TrialResult;
import org.athanor.results.Unit;
import org.junit.jupiter.api.Test;

/** Nodes a and b have 2 and 4 processors; the limit is 10 %, three attempts. */
class DisturbanceRuleTest {
  private static final TrialKey KEY = new TrialKey("f", "w", 2, 1);
  private final DisturbanceRule rule =
      new DisturbanceRule(new Disturbance(0.1, 3), Map.of("a", 2, "b", 4));

  private static NodeUse use(String node, double other, Reading stolen) {
    return new NodeUse(
        node,
        Map.of(Total.CPU_OTHER, Reading.of(other, Unit.SECONDS), Total.CPU_STOLEN, stolen),
        "s.csv");
  }

  private static NodeUse use(String node, double other) {
    return use(node, other, Reading.of(0, Unit.SECONDS));
  }

  private TrialResult attempt(int number, Outcome outcome, double other) {
    List<NodeUse> nodes = List.of(use("a", other));
    return TrialResult.builder(KEY, "d" + number)
        .attempt(number)
        .outcome(outcome)
        .wallSeconds(10)
        .disturbance(rule.judge(10, nodes))
        .nodes(nodes)
        .build();
  }

  @Test
  void addsWhatOthersAndTheHypervisorTook() {
    // 10 s × 2 processors = 20 s; 1.5 s + 0.5 s of them are 10 %: not beyond the limit.
    assertThat(rule.judge(10, List.of(use("a", 1.5, Reading.of(0.5, Unit.SECONDS))))).isEmpty();
    assertThat(rule.judge(10, List.of(use("a", 1.5, Reading.of(0.6, Unit.SECONDS)))))
        .contains("others used 11 % of the CPU of a (limit 10 %)");
  }

  @Test
  void allowsTheErrorOfTicks() {
    // A trial of 10 ms: two ticks of each processor are more than its CPU time.
    assertThat(rule.judge(0.01, List.of(use("a", 0.05)))).isEmpty();
    // 1 s × 2 processors: 12 % are within two ticks of each of them, 13 % are not.
    assertThat(rule.judge(1, List.of(use("a", 0.239)))).isEmpty();
    assertThat(rule.judge(1, List.of(use("a", 0.26))))
        .contains("others used 13 % of the CPU of a (limit 10 %)");
  }

  @Test
  void isNeverMoreThan100Percent() {
    assertThat(rule.judge(1, List.of(use("a", 4.76))))
        .contains("others used 100 % of the CPU of a (limit 10 %)");
  }

  @Test
  void namesTheNodeThatWasDisturbedMost() {
    // 4 of 20 s are 20 %, 12 of 40 s are 30 %.
    assertThat(rule.judge(10, List.of(use("a", 4), use("b", 12))))
        .contains("others used 30 % of the CPU of b (limit 10 %)");
  }

  @Test
  void doesNotJudgeWithoutMeasurements() {
    NodeUse unknown =
        new NodeUse("a", Map.of(Total.CPU_OTHER, Reading.unavailable("no /proc")), "s.csv");
    assertThat(rule.judge(10, List.of(unknown))).isEmpty();
    assertThat(rule.judge(0, List.of(use("a", 5)))).isEmpty();
    assertThat(rule.judge(10, List.of(use("stranger", 5)))).isEmpty();
    assertThat(rule.judge(10, List.of(use("a", 3, Reading.unavailable("no steal"))))).isPresent();
  }

  @Test
  void repeatsVerifiedTrialsThatAreDisturbed() {
    assertThat(rule.finished(KEY, List.of())).isFalse();
    assertThat(rule.finished(KEY, List.of(attempt(1, Outcome.VERIFIED, 0)))).isTrue();
    assertThat(rule.finished(KEY, List.of(attempt(1, Outcome.VERIFIED, 9)))).isFalse();
    assertThat(
            rule.finished(
                KEY, List.of(attempt(1, Outcome.VERIFIED, 9), attempt(2, Outcome.VERIFIED, 9))))
        .isFalse();
    assertThat(
            rule.finished(
                KEY,
                List.of(
                    attempt(1, Outcome.VERIFIED, 9),
                    attempt(2, Outcome.VERIFIED, 9),
                    attempt(3, Outcome.VERIFIED, 9))))
        .isTrue();
  }

  @Test
  void repeatsNeitherFailuresNorWarmUps() {
    assertThat(rule.finished(KEY, List.of(attempt(1, Outcome.FAILED, 9)))).isTrue();
    assertThat(rule.finished(KEY, List.of(attempt(1, Outcome.WRONG_OUTPUT, 9)))).isTrue();
    assertThat(
            rule.finished(new TrialKey("f", "w", 1, 0), List.of(attempt(1, Outcome.VERIFIED, 9))))
        .isTrue();
  }

  @Test
  void theFirstUndisturbedAttemptCounts() {
    assertThat(
            rule.settle(List.of(attempt(1, Outcome.VERIFIED, 9), attempt(2, Outcome.VERIFIED, 0))))
        .extracting(TrialResult::superseded)
        .containsExactly(true, false);
  }

  @Test
  void withoutAnUndisturbedAttemptTheLeastDisturbedOneCounts() {
    List<TrialResult> settled =
        rule.settle(
            List.of(
                attempt(1, Outcome.VERIFIED, 9),
                attempt(2, Outcome.VERIFIED, 5),
                attempt(3, Outcome.VERIFIED, 7)));
    assertThat(settled).extracting(TrialResult::counts).containsExactly(false, true, false);
    assertThat(settled.get(1).disturbance()).isPresent();
  }

  @Test
  void aFailureIsNeverHidden() {
    List<TrialResult> settled =
        rule.settle(List.of(attempt(1, Outcome.VERIFIED, 9), attempt(2, Outcome.FAILED, 0)));
    assertThat(settled).extracting(TrialResult::superseded).containsExactly(false, false);
    assertThat(settled).extracting(TrialResult::counts).containsExactly(true, false);
  }
}
