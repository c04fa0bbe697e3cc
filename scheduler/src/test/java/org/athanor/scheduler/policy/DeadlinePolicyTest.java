// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.athanor.scheduler.policy.Views.job;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.service.RandomViews;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("short")
class DeadlinePolicyTest {
  private final Policy fifo = new DeadlinePolicy(new FirstFitPolicy(FirstFitPolicy.Order.FIFO));
  private final Policy finishTime =
      new DeadlinePolicy(FinishTimePolicy.best(FinishTimePolicy.Goal.MAKESPAN));

  private static Views.JobBuilder early() {
    return job("early").waiting(60).takes("a", 50);
  }

  @Test
  void aJobThatWouldBeLateGoesFirst() {
    // After early it would end at 70 s.
    View view = new Views("a").with(early()).with(job("due").takes("a", 20).within(69)).view();
    assertThat(Decisions.of(fifo, view)).containsExactly("due: LOCAL on a", "early: defer");
    assertThat(fifo.decide(view, Views.NOW, 1).get(0).reason())
        .isEqualTo(
            "is predicted to end first on a; goes before others, so that it ends by"
                + " 2026-11-26T10:01:09Z");
    // The usual policy plans long jobs first.
    assertThat(Decisions.of(finishTime, view))
        .containsExactly("due: LOCAL on a", "early: wait 20 s");
  }

  @Test
  void aJobThatCanWaitDoesNotGoFirst() {
    View view = new Views("a").with(early()).with(job("due").takes("a", 20).within(70)).view();
    assertThat(Decisions.of(fifo, view)).containsExactly("early: LOCAL on a", "due: defer");
  }

  @Test
  void upperEndsCount() {
    // By the middles at 70 s, by the upper ends at 50 + 30 s.
    Views.JobBuilder due = job("due").takesBetween("a", 10, 20, 30);
    assertThat(Decisions.of(fifo, new Views("a").with(early()).with(due.within(79)).view()))
        .containsExactly("due: LOCAL on a", "early: defer");
    assertThat(Decisions.of(fifo, new Views("a").with(early()).with(due.within(80)).view()))
        .containsExactly("early: LOCAL on a", "due: defer");
    // Too late for the upper end, but not for the lower one.
    assertThat(Decisions.of(fifo, new Views("a").with(early()).with(due.within(11)).view()))
        .containsExactly("due: LOCAL on a", "early: defer");
  }

  @Test
  void aJobThatIsLateAnywayIsAnOrdinaryOne() {
    View view = new Views("a").with(early()).with(job("due").takes("a", 20).within(19)).view();
    assertThat(Decisions.of(fifo, view)).containsExactly("early: LOCAL on a", "due: defer");
    View past = new Views("a").with(early()).with(job("due").takes("a", 20).within(-5)).view();
    assertThat(Decisions.of(fifo, past)).containsExactly("early: LOCAL on a", "due: defer");
  }

  @Test
  void aJobHasTheDeadlinesOfThoseAfterIt() {
    // With early before, second would end at 50 + 10 + 20 s.
    Views views =
        new Views("a")
            .with(early())
            .with(job("first").takes("a", 10))
            .with(job("second").takes("a", 20).after("first").within(79));
    assertThat(Decisions.of(fifo, views.view()))
        .containsExactly("first: LOCAL on a", "early: defer");
    assertThat(fifo.decide(views.view(), Views.NOW, 1).get(0).reason())
        .endsWith("; goes before others, so that jobs after it are in time");
  }

  @Test
  void aJobStartsWhereItIsInTime() {
    // First fit takes the first cluster with room.
    View view =
        new Views("a", "b").with(job("due").takes("a", 100).takes("b", 20).within(50)).view();
    assertThat(Decisions.of(fifo, view)).containsExactly("due: LOCAL on b");
    View later =
        new Views("a", "b").with(job("due").takes("a", 100).takes("b", 20).within(100)).view();
    assertThat(Decisions.of(fifo, later)).containsExactly("due: LOCAL on a");
  }

  @Test
  void manyThatAreDueAreStartedByWhenTheyMust() {
    View view =
        new Views("a")
            .with(early())
            .with(job("x").takes("a", 30).within(95)) // must start by 65
            .with(job("y").takes("a", 20).within(55)) // by 35
            .with(job("z").takes("a", 10).within(900))
            .view();
    assertThat(Decisions.of(fifo, view))
        .containsExactly("y: LOCAL on a", "x: wait 20 s", "early: defer", "z: defer");
  }

  @Test
  void roomIsLeftForAJobThatNeedsMoreThanIsFree() {
    // Half of a is free. wide can start at 10 s, and must by 20 s.
    Views.JobBuilder wide = job("wide").takes("a", 20).within(40);
    Views.JobBuilder small = job("small").needs(5);
    View longer = new Views("a").running("a", 5, 10).with(wide).with(small.takes("a", 30)).view();
    assertThat(Decisions.of(fifo, longer)).containsExactly("wide: wait 10 s", "small: wait 10 s");
    assertThat(fifo.decide(longer, Views.NOW, 1).get(1).reason())
        .isEqualTo("leaves room on a for wide, which would be late otherwise");
    View shorter = new Views("a").running("a", 5, 10).with(wide).with(small.takes("a", 10)).view();
    assertThat(Decisions.of(fifo, shorter)).containsExactly("small: LOCAL on a", "wide: defer");
  }

  @Test
  void aJobThatHasWaitedForADayIsNotPassed() {
    Views.JobBuilder old = job("old").waiting(86_400).takes("a", 50);
    Views.JobBuilder due = job("due").takes("a", 20).within(60);
    assertThat(Decisions.of(fifo, new Views("a").with(old).with(due).view()))
        .containsExactly("old: LOCAL on a", "due: defer");
    assertThat(Decisions.of(fifo, new Views("a").with(old.waiting(86_399)).with(due).view()))
        .containsExactly("due: LOCAL on a", "old: defer");
  }

  static Stream<Policy> bases() {
    return Stream.of(
        FinishTimePolicy.heft(),
        FinishTimePolicy.best(FinishTimePolicy.Goal.MAKESPAN),
        FinishTimePolicy.best(FinishTimePolicy.Goal.MEAN_COMPLETION),
        new PhiPolicy(Duration.ofMinutes(1)),
        new EpsilonPolicy(EpsilonPolicy.Merit.ENERGY),
        new ObliviousPolicy(),
        new TetrisPolicy(),
        new FirstFitPolicy(FirstFitPolicy.Order.FIFO),
        new FirstFitPolicy(FirstFitPolicy.Order.SHORTEST_PREDICTED));
  }

  @ParameterizedTest
  @MethodSource("bases")
  void withoutDeadlinesNothingChanges(Policy base) {
    for (long seed = 1; seed <= 100; seed++) {
      View with = RandomViews.of(new SplittableRandom(seed));
      List<PendingJob> jobs =
          with.jobs().stream()
              .map(
                  it ->
                      new PendingJob(
                          it.name(),
                          it.priority(),
                          it.after(),
                          it.since(),
                          it.needs(),
                          it.input(),
                          it.offers(),
                          Optional.empty()))
              .toList();
      View view = new View(jobs, with.clusters(), with.network());
      assertThat(new DeadlinePolicy(base).decide(view, RandomViews.NOW, seed))
          .as("seed " + seed)
          .isEqualTo(base.decide(view, RandomViews.NOW, seed));
    }
  }

  /** Whatever the other policy is: what starts fits together, also where this one steps in. */
  @ParameterizedTest
  @MethodSource("bases")
  void decidesOnceForEachReadyJobAndNeverGivesMoreThanIsFree(Policy base) {
    int changed = 0;
    for (long seed = 1; seed <= 200; seed++) {
      View view = RandomViews.of(new SplittableRandom(seed));
      List<Decision> decisions = new DeadlinePolicy(base).decide(view, RandomViews.NOW, seed);
      changed += decisions.equals(base.decide(view, RandomViews.NOW, seed)) ? 0 : 1;
      assertThat(decisions)
          .as("seed " + seed)
          .extracting(Decision::job)
          .containsExactlyInAnyOrderElementsOf(
              view.jobs().stream().filter(PendingJob::ready).map(PendingJob::name).toList());
      for (ClusterState cluster : view.clusters()) {
        Resources used = Resources.NONE;
        for (Decision decision : decisions) {
          if (decision instanceof Decision.Start start && start.cluster().equals(cluster.name())) {
            PendingJob job =
                view.jobs().stream()
                    .filter(it -> it.name().equals(start.job()))
                    .findAny()
                    .orElseThrow();
            used = used.plus(job.needs(cluster));
            assertThat(start.access() == Access.LOCAL)
                .as("seed " + seed)
                .isEqualTo(view.holds(job, cluster.name()));
          } else if (decision instanceof Decision.Wait wait) {
            assertThat(wait.until()).as("seed " + seed).isAfter(RandomViews.NOW);
          }
        }
        assertThat(used.fitsIn(cluster.free())).as("seed " + seed).isTrue();
      }
    }
    assertThat(changed).as("views in which it steps in").isPositive();
  }
}
