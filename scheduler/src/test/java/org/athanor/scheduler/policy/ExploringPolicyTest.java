// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.athanor.scheduler.policy.Views.job;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.predict.MeasuredRun;
import org.athanor.scheduler.predict.Prediction;
import org.athanor.scheduler.predict.Predictor;
import org.athanor.scheduler.predict.Question;
import org.athanor.scheduler.predict.Source;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("short")
class ExploringPolicyTest {
  private final Policy phi = new PhiPolicy(Duration.ofMinutes(1));
  private final Policy always = new ExploringPolicy(phi, 1);

  @Test
  void aJobTriesTheClusterOnWhichItWasNeverMeasured() {
    View view = new Views("a", "b").with(job("j").takes("a", 10).runsOn("b")).view();
    assertThat(Decisions.of(phi, view)).containsExactly("j: LOCAL on a");
    assertThat(Decisions.of(always, view)).containsExactly("j: LOCAL on b");
    Decision decision = always.decide(view, Views.NOW, 1).get(0);
    assertThat(decision.reason()).isEqualTo("tries b, on which its application was never measured");
    assertThat(decision.candidates()).extracting(Candidate::cluster).containsExactly("a", "b");
    // A guess is no measurement.
    View guessed = new Views("a", "b").with(job("j").takes("a", 10).isEstimated("b", 20)).view();
    assertThat(Decisions.of(always, guessed)).containsExactly("j: LOCAL on b");
  }

  /** A nightly job of constant size keeps a line that others measured for ever. */
  @Test
  void otherSettingsAreAMeasurement() {
    List<MeasuredRun> others = new ArrayList<>();
    for (int bytes = 1; bytes <= 10; bytes++) {
      others.add(run("bench", bytes));
    }
    Prediction seconds =
        new Predictor(List.of(run("own", 100)), others, Duration.ofDays(30), 0.9)
            .seconds(new Question("sort", "a", 100, OptionalDouble.empty()))
            .orElseThrow();
    assertThat(seconds.source()).isEqualTo(Source.OTHER_SETTINGS);
    View view = new Views("a", "b").with(job("j").takes("a", seconds).runsOn("b")).view();
    assertThat(Decisions.of(always, view)).containsExactly("j: LOCAL on b");
    View there = new Views("a", "b").with(job("j").takes("a", seconds).takes("b", 1)).view();
    assertThat(Decisions.of(always, there)).containsExactly("j: LOCAL on b");
  }

  private static MeasuredRun run(String configuration, double bytes) {
    return new MeasuredRun(
        "sort",
        "a",
        configuration,
        Views.NOW,
        bytes,
        40 + 6 * bytes,
        OptionalDouble.empty(),
        new Resources(1, 1, 0, 0));
  }

  @Test
  void aDeadlineForbidsIt() {
    View own = new Views("a", "b").with(job("j").takes("a", 10).runsOn("b").within(999)).view();
    assertThat(Decisions.of(always, own)).containsExactly("j: LOCAL on a");
    View later =
        new Views("a", "b")
            .with(job("j").takes("a", 10).runsOn("b"))
            .with(job("k").takes("a", 10).after("j").within(999))
            .view();
    assertThat(Decisions.of(always, later)).containsExactly("j: LOCAL on a");
  }

  @Test
  void nothingWaitsOrIsCopiedForIt() {
    Views.JobBuilder job = job("j").takes("a", 10).runsOn("b");
    assertThat(Decisions.of(always, new Views("a", "b").running("b", 1, 5).with(job).view()))
        .containsExactly("j: LOCAL on a");
    assertThat(Decisions.of(always, new Views("a", "b").with(job.reads("a")).view()))
        .containsExactly("j: LOCAL on a");
    // Where it was measured there is no room: the other policy takes b anyway.
    View full = new Views("a", "b").running("a", 1, 5).with(job.reads("b")).view();
    assertThat(always.decide(full, Views.NOW, 1)).isEqualTo(phi.decide(full, Views.NOW, 1));
  }

  @Test
  void oneJobAtATime() {
    View view =
        new Views("a", "b")
            .with(job("j").needs(1).takes("a", 10).runsOn("b"))
            .with(job("k").needs(1).takes("a", 10).runsOn("b"))
            .view();
    assertThat(Decisions.of(always, view)).containsExactly("j: LOCAL on b", "k: LOCAL on a");
  }

  /** 2,000 jobs, of which 100 are expected to be drawn, with a standard deviation of 9.7. */
  @Test
  void aPartOfTheJobsIsDrawnAndADecisionIsTheSameAgain() {
    Policy some = new ExploringPolicy(phi, 0.05);
    int tried = 0;
    for (int i = 0; i < 2000; i++) {
      View view = new Views("a", "b").with(job("run-7:j" + i).takes("a", 9).runsOn("b")).view();
      List<String> decisions = Decisions.of(some, view);
      assertThat(Decisions.of(some, view)).isEqualTo(decisions);
      tried += decisions.get(0).endsWith("on b") ? 1 : 0;
    }
    assertThat(tried).isBetween(55, 145);
  }

  /** After a failure it is drawn anew, so a job cannot fail with all of its attempts. */
  @Test
  void aJobThatIsReadyAgainIsDrawnAnew() {
    Policy half = new ExploringPolicy(phi, 0.5);
    int changes = 0;
    for (int i = 0; i < 100; i++) {
      Views.JobBuilder job = job("j" + i).takes("a", 9).runsOn("b");
      List<String> first = Decisions.of(half, new Views("a", "b").with(job.waiting(90)).view());
      List<String> again = Decisions.of(half, new Views("a", "b").with(job.waiting(20)).view());
      changes += first.equals(again) ? 0 : 1;
    }
    assertThat(changes).isBetween(25, 75);
  }

  @ParameterizedTest
  @MethodSource("org.athanor.scheduler.policy.DeadlinePolicyTest#bases")
  void whatIsMeasuredEverywhereIsNotTried(Policy base) {
    View view =
        new Views("a", "b")
            .with(job("j").takes("a", 10, 100).takes("b", 20, 50))
            .with(job("k").takes("a", 40, 100).takes("b", 30, 80).reads("b"))
            .view();
    assertThat(new ExploringPolicy(base, 1).decide(view, Views.NOW, 1))
        .isEqualTo(base.decide(view, Views.NOW, 1));
  }
}
