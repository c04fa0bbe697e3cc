// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.policy.FinishTimePolicy;
import org.athanor.scheduler.policy.FirstFitPolicy;
import org.athanor.scheduler.policy.Offer;
import org.athanor.scheduler.policy.PhiPolicy;
import org.athanor.scheduler.policy.Policy;
import org.junit.jupiter.api.Test;

/**
 * Clusters a and b have room for one job each. A copy from one to the other goes at 10 bytes/s: the
 * input of 1,000 bytes takes 100 s, and a remote read 50 s longer.
 */
class ModelRunTest {
  private static final Resources TOTAL = new Resources(4, 8e9, 0, 10);
  private static final Policy PHI = new PhiPolicy(Duration.ofMinutes(10));
  private static final Policy FIFO = new FirstFitPolicy(FirstFitPolicy.Order.FIFO);
  private static final Policy BEST = FinishTimePolicy.best(FinishTimePolicy.Goal.MEAN_COMPLETION);

  /** One runs from 0 to 100 s, the other until 200 s: 150 s on average, 2 × 100 s × 3 W. */
  @Test
  void jobsThatDoNotFitTogetherRunOneAfterTheOther() {
    assertThat(run(PHI, Map.of("a", TOTAL), job("x", 0, Set.of()), job("y", 0, Set.of())))
        .isEqualTo(new Outcome(150, 200, 100, 600, 0));
  }

  /** The second job is submitted at 60 s, starts at 100 s, and ends 140 s after its submission. */
  @Test
  void completionCountsFromSubmission() {
    Outcome outcome = run(PHI, Map.of("a", TOTAL), job("x", 0, Set.of()), job("y", 60, Set.of()));
    assertThat(outcome.meanCompletion()).isCloseTo(120, within(1e-6));
  }

  /** First fit copies y's input to b from 0 to 100 s, and y ends at 200 s. */
  @Test
  void aCopyReservesTheClusterAndDelaysTheJob() {
    Outcome outcome = run(FIFO, both(), job("x", 0, Set.of("a")), job("y", 0, Set.of("a")));
    assertThat(outcome.meanCompletion()).isCloseTo(150, within(1e-6));
    assertThat(outcome.meanDuration()).isCloseTo(150, within(1e-6));
  }

  /** y reads remotely on b: 100 + 50 s. */
  @Test
  void aRemoteReadTakesHalfOfACopyLonger() {
    Outcome outcome = run(BEST, both(), job("x", 0, Set.of("a")), job("y", 0, Set.of("a")));
    assertThat(outcome.meanCompletion()).isCloseTo(125, within(1e-6));
    assertThat(outcome.makespan()).isCloseTo(150, within(1e-6));
  }

  /**
   * φ waits up to 100 s, the time of a copy; then a is free, and y ends at 200 s without a copy.
   */
  @Test
  void phiWaitsForTheClusterWithTheInput() {
    Outcome outcome = run(PHI, both(), job("x", 0, Set.of("a")), job("y", 0, Set.of("a")));
    assertThat(outcome.makespan()).isCloseTo(200, within(1e-6));
    assertThat(outcome.meanDuration()).isCloseTo(100, within(1e-6));
  }

  /** Deadlines are 120 s after submission: one job ends at 100 s, the other at 200 s. */
  @Test
  void countsMissedDeadlines() {
    assertThat(run(PHI, Map.of("a", TOTAL), allowed("x", 120), allowed("y", 120)).missed())
        .isEqualTo(1);
  }

  private static Map<String, Resources> both() {
    return Map.of("a", TOTAL, "b", TOTAL);
  }

  private static ModelJob job(String name, double submitted, Set<String> at) {
    return job(name, submitted, at, Double.POSITIVE_INFINITY);
  }

  private static ModelJob allowed(String name, double seconds) {
    return job(name, 0, Set.of(), seconds);
  }

  private static ModelJob job(String name, double submitted, Set<String> at, double allowed) {
    Map<String, Double> seconds = Map.of("a", 100.0, "b", 100.0);
    Map<String, Double> joules = Map.of("a", 300.0, "b", 300.0);
    return new ModelJob(
        name, submitted, new Resources(3, 1e9, 0, 0), 1000, at, seconds, joules, allowed);
  }

  private static Outcome run(Policy policy, Map<String, Resources> totals, ModelJob... jobs) {
    Map<String, Map<String, Offer>> offers = new HashMap<>();
    for (ModelJob job : jobs) {
      Map<String, Offer> each = job.offers(amount -> amount);
      each.keySet().retainAll(totals.keySet());
      offers.put(job.name(), each);
    }
    return new ModelRun(new ModelClusters(totals), policy, 1).run(List.of(jobs), offers);
  }
}
