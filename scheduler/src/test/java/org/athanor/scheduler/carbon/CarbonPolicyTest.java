// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.carbon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.scheduler.ledger.Reservation;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.policy.ClusterState;
import org.athanor.scheduler.policy.Decision;
import org.athanor.scheduler.policy.FirstFitPolicy;
import org.athanor.scheduler.policy.Offer;
import org.athanor.scheduler.policy.PendingJob;
import org.athanor.scheduler.policy.Policy;
import org.athanor.scheduler.policy.View;
import org.athanor.scheduler.predict.Prediction;
import org.athanor.scheduler.predict.Source;
import org.junit.jupiter.api.Test;

/**
 * Clusters a and b have 10 vcores each and are in zones A and B, of which the intensity is known
 * for 24 hours from {@link #NOW} on. Zone A has 400 g in the first hour, then 100 g; zone B 200 g.
 */
class CarbonPolicyTest {
  private static final Instant NOW = Instant.parse("2026-11-26T10:00:00Z");
  private static final double HOUR = 3600;
  private static final Resources ALL = new Resources(10, 10, 0, 0);
  private static final double WIDE = 10; // a bound that allows all that is of use

  private static Electricity electricity() {
    double[] a = new double[24];
    double[] b = new double[24];
    for (int i = 0; i < 24; i++) {
      a[i] = i == 0 ? 400 : 100;
      b[i] = 200;
    }
    Duration step = Duration.ofHours(1);
    return new Electricity(
        new Intensities(
            "gCO2eq", Map.of("A", new ZoneSeries(NOW, step, a), "B", new ZoneSeries(NOW, step, b))),
        Map.of("a", "A", "b", "B"));
  }

  private static CarbonPolicy policy(double bound) {
    return new CarbonPolicy(
        new FirstFitPolicy(FirstFitPolicy.Order.FIFO), now -> electricity(), bound);
  }

  private static Offer takes(double seconds) {
    return new Offer(
        Optional.of(new Prediction(seconds, seconds, seconds, 0.9, Source.LINE, 9)),
        Optional.empty());
  }

  private static PendingJob job(String name, Map<String, Offer> offers, Optional<Instant> by) {
    return new PendingJob(name, 0, Set.of(), NOW, ALL, PendingJob.Input.NONE, offers, by);
  }

  private static View view(List<PendingJob> jobs, Map<String, List<Reservation>> running) {
    List<ClusterState> clusters =
        running.keySet().stream()
            .sorted()
            .map(
                name ->
                    new ClusterState(
                        name,
                        ALL,
                        running.get(name).isEmpty() ? ALL : Resources.NONE,
                        running.get(name)))
            .toList();
    return new View(
        jobs,
        clusters,
        new View.Network() {
          @Override
          public double bytesPerSecond(String from, String to) {
            return 1;
          }

          @Override
          public double remoteReadPart() {
            return 0.5;
          }
        });
  }

  private static Decision only(Policy policy, PendingJob job, String... clusters) {
    Map<String, List<Reservation>> running = new java.util.HashMap<>();
    for (String cluster : clusters) {
      running.put(cluster, List.of());
    }
    List<Decision> decisions = policy.decide(view(List.of(job), running), NOW, 1);
    assertThat(decisions).hasSize(1);
    return decisions.get(0);
  }

  @Test
  void waitsForLessCarbonAndSaysSo() {
    PendingJob job = job("j", Map.of("a", takes(2 * HOUR)), Optional.empty());
    Decision.Wait wait = (Decision.Wait) only(policy(WIDE), job, "a");
    assertThat(wait.until()).isEqualTo(NOW.plusSeconds(3600));
    assertThat(wait.reason())
        .isEqualTo(
            "waits until 2026-11-26T11:00:00Z for a: 100 gCO2eq/kWh in zone A,"
                + " instead of a: 400 gCO2eq/kWh in zone A now");
    assertThat(wait.candidates()).hasSize(1);
  }

  /** An hour is half of what the job takes; a tenth is allowed. */
  @Test
  void doesNotWaitLongerThanTheBound() {
    PendingJob job = job("j", Map.of("a", takes(2 * HOUR)), Optional.empty());
    Decision decision = only(policy(0.1), job, "a");
    Instant latest = NOW.plusSeconds(720 + 1);
    assertThat(
            decision instanceof Decision.Start
                || ((Decision.Wait) decision).until().isBefore(latest))
        .as("%s", decision)
        .isTrue();
    assertThat(only(policy(0), job, "a")).isInstanceOf(Decision.Start.class);
  }

  @Test
  void choosesTheZoneWithLessCarbon() {
    PendingJob job = job("j", Map.of("a", takes(HOUR / 2), "b", takes(HOUR / 2)), Optional.empty());
    Decision.Start start = (Decision.Start) only(policy(0.1), job, "a", "b");
    assertThat(start.cluster()).isEqualTo("b");
    assertThat(start.reason()).contains("carbon is best on b: 200 gCO2eq/kWh in zone B");
  }

  /** The slower cluster would save half, but the job would end 1.5 times as late. */
  @Test
  void aSlowerClusterIsDelayToo() {
    PendingJob job = job("j", Map.of("a", takes(1000), "b", takes(1500)), Optional.empty());
    assertThat(((Decision.Start) only(policy(0.1), job, "a", "b")).cluster()).isEqualTo("a");
  }

  @Test
  void waitsForAtMostHalfOfTheTimeUntilTheDeadline() {
    Instant far = NOW.plusSeconds(4 * 3600 + 60);
    PendingJob inTime = job("j", Map.of("a", takes(2 * HOUR)), Optional.of(far));
    assertThat(only(policy(WIDE), inTime, "a")).isInstanceOf(Decision.Wait.class);
    Instant near = NOW.plusSeconds(2 * 3600);
    PendingJob tight = job("j", Map.of("a", takes(2 * HOUR)), Optional.of(near));
    assertThat(only(policy(WIDE), tight, "a")).isInstanceOf(Decision.Start.class);
    Instant past = NOW.plusSeconds(60);
    PendingJob late = job("j", Map.of("a", takes(2 * HOUR)), Optional.of(past));
    assertThat(only(policy(WIDE), late, "a")).isInstanceOf(Decision.Start.class);
  }

  @Test
  void whatIsNotKnownIsLeftToTheOtherPolicy() {
    PendingJob unknown = job("j", Map.of("a", Offer.UNKNOWN), Optional.empty());
    assertThat(only(policy(WIDE), unknown, "a")).isInstanceOf(Decision.Start.class);
    PendingJob elsewhere = job("j", Map.of("c", takes(HOUR)), Optional.empty());
    assertThat(only(policy(WIDE), elsewhere, "c")).isInstanceOf(Decision.Start.class);
    PendingJob job = job("j", Map.of("a", takes(HOUR)), Optional.empty());
    Policy policy = policy(WIDE);
    Instant later = NOW.plus(Duration.ofHours(30));
    PendingJob new30 =
        new PendingJob("j", 0, Set.of(), later, ALL, job.input(), job.offers(), Optional.empty());
    assertThat(policy.decide(view(List.of(new30), Map.of("a", List.of())), later, 1).get(0))
        .as("after the last value")
        .isInstanceOf(Decision.Start.class);
  }

  /** Whoever has waited for a day is decided about by the other policy alone. */
  @Test
  void nothingWaitsLongerThanADay() {
    PendingJob old =
        new PendingJob(
            "j",
            0,
            Set.of(),
            NOW.minus(Duration.ofHours(25)),
            ALL,
            PendingJob.Input.NONE,
            Map.of("a", takes(2 * HOUR)),
            Optional.empty());
    assertThat(only(policy(WIDE), old, "a")).isInstanceOf(Decision.Start.class);
  }

  /** Two jobs wait for the first: an hour's delay counts three times. */
  @Test
  void delaysOfJobsAfterCount() {
    PendingJob first = job("j", Map.of("a", takes(2 * HOUR)), Optional.empty());
    PendingJob next =
        new PendingJob(
            "k",
            0,
            Set.of("j"),
            NOW,
            ALL,
            PendingJob.Input.NONE,
            Map.of("a", takes(60)),
            Optional.empty());
    View view = view(List.of(first, next), Map.of("a", List.of()));
    // Without delay they end after 7200 and 7260 s: a quarter of the sum is 3615 s, and two jobs
    // would be an hour later each.
    Decision decision = policy(0.25).decide(view, NOW, 1).get(0);
    assertThat(
            decision instanceof Decision.Start
                || ((Decision.Wait) decision).until().isBefore(NOW.plusSeconds(1810)))
        .as("%s", decision)
        .isTrue();
  }

  /** A job that comes while the long one runs in an hour could not wait for its end. */
  @Test
  void isNotMovedIfAJobWithADeadlineCouldNotBearIt() {
    PendingJob hasty = job("h", Map.of("b", takes(60)), Optional.of(NOW.plusSeconds(3600)));
    PendingJob job = job("j", Map.of("a", takes(2 * HOUR)), Optional.empty());
    Map<String, List<Reservation>> clusters = Map.of("a", List.of(), "b", List.of());
    assertThat(policy(WIDE).decide(view(List.of(job, hasty), clusters), NOW, 1))
        .hasSize(2)
        .allSatisfy(each -> assertThat(each).isInstanceOf(Decision.Start.class));
    PendingJob patient =
        job("h", Map.of("b", takes(60)), Optional.of(NOW.plusSeconds(60 + 4 * 3600)));
    List<Decision> decisions = policy(WIDE).decide(view(List.of(job, patient), clusters), NOW, 1);
    assertThat(decisions.stream().filter(Decision.Wait.class::isInstance).map(Decision::job))
        .containsExactly("j");
  }

  /** Without anything left, decisions are those of the other policy, with its words. */
  @Test
  void whenNothingIsLeftTheOtherPolicyDecidesAlone() {
    PendingJob job = job("j", Map.of("a", takes(HOUR), "b", takes(HOUR)), Optional.empty());
    View view = view(List.of(job), Map.of("a", List.of(), "b", List.of()));
    assertThat(policy(0).decide(view, NOW, 1))
        .isEqualTo(new FirstFitPolicy(FirstFitPolicy.Order.FIFO).decide(view, NOW, 1));
  }

  @Test
  void boundIsANumber() {
    assertThatThrownBy(() -> policy(-0.1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> policy(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
  }
}
