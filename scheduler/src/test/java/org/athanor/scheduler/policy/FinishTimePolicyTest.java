// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.athanor.scheduler.policy.Views.job;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class FinishTimePolicyTest {
  private final Policy heft = FinishTimePolicy.heft();
  private final Policy best = FinishTimePolicy.best(FinishTimePolicy.Goal.MAKESPAN);

  @Test
  void waitsForTheClusterWhereTheJobEndsFirst() {
    // On a after 20 s: 20 + 10. On b now: 40.
    View view =
        new Views("a", "b").running("a", 1, 20).with(job("j").takes("a", 10).takes("b", 40)).view();
    assertThat(Decisions.of(heft, view)).containsExactly("j: wait 20 s");
    assertThat(Decisions.of(best, view)).containsExactly("j: wait 20 s");
  }

  @Test
  void startsTheJobWithTheLongestPathFirst() {
    // Upward ranks: first 10 + 80, other 50.
    View view =
        new Views("a")
            .with(job("other").takes("a", 50))
            .with(job("first").takes("a", 10))
            .with(job("second").takes("a", 80).after("first"))
            .view();
    assertThat(Decisions.of(heft, view)).containsExactly("first: LOCAL on a", "other: wait 90 s");
  }

  @Test
  void priorityIsStrongerThanRank() {
    View view =
        new Views("a")
            .with(job("long").takes("a", 50))
            .with(job("urgent").takes("a", 10).priority(1))
            .view();
    assertThat(Decisions.of(best, view)).containsExactly("urgent: LOCAL on a", "long: wait 10 s");
  }

  @Test
  void fillsGapsThatEarlierJobsLeave() {
    // wide has the greatest rank, and runs from 30 to 130 s. Until then half of the cluster is free
    // for 30 s, which is enough for short only.
    View view =
        new Views("a")
            .running("a", 5, 30)
            .with(job("wide").takes("a", 100))
            .with(job("short").takes("a", 30).needs(5))
            .with(job("long").takes("a", 31).needs(5))
            .view();
    assertThat(Decisions.of(heft, view))
        .containsExactly("long: wait 130 s", "short: LOCAL on a", "wide: wait 30 s");
  }

  @Test
  void copiesTheInputWhileTheClusterHasNoRoom() {
    // On b after the copy and the running job, at 100 s: 110. By a remote read: 90 + 10 + 50.
    Views.JobBuilder job = job("j").takes("a", 500).takes("b", 10).reads("a");
    View view = new Views("a", "b").running("b", 1, 90).with(job).view();
    assertThat(Decisions.of(best, view)).containsExactly("j: copy to b");
    assertThat(Decisions.of(heft, view)).containsExactly("j: copy to b");
    View later = new Views("a", "b").running("b", 1, 90).with(job.arriving("b", 60)).view();
    assertThat(Decisions.of(best, later)).containsExactly("j: wait 90 s");
  }

  /** Plans change until the cluster has room, and then the copy would have been in vain. */
  @Test
  void copiesNoInputLongBeforeTheClusterHasRoom() {
    // b has room after 250 s; the copy takes 100 s, and begins 200 s before that.
    Views.JobBuilder job = job("j").takes("a", 900).takes("b", 10).reads("a");
    View view = new Views("a", "b").running("b", 1, 250).with(job).view();
    assertThat(Decisions.of(heft, view)).containsExactly("j: wait 50 s");
    assertThat(heft.decide(view, Views.NOW, 1))
        .extracting(Decision::reason)
        .containsExactly(
            "is predicted to end first on b, which gets room later; its input is copied shortly"
                + " before");
    View then = new Views("a", "b").running("b", 1, 200).with(job).view();
    assertThat(Decisions.of(heft, then)).containsExactly("j: copy to b");
  }

  @Test
  void readsFromAnotherClusterIfThatIsFaster() {
    // On b now with a remote read: 10 + 50; after a copy: 110; on a: 500.
    View view = new Views("a", "b").with(job("j").takes("a", 500).takes("b", 10).reads("a")).view();
    assertThat(Decisions.of(best, view)).containsExactly("j: REMOTE_READ on b");
    assertThat(Decisions.of(heft, view)).containsExactly("j: copy to b");
  }

  @Test
  void neverCopiesWhereThatCannotBe() {
    Views.JobBuilder job = job("j").takes("a", 500).takes("b", 10).reads("a").uncopied("b");
    View view = new Views("a", "b").with(job).view();
    assertThat(Decisions.of(best, view)).containsExactly("j: REMOTE_READ on b");
    assertThat(Decisions.of(heft, view)).containsExactly("j: REMOTE_READ on b");
  }

  @Test
  void unknownDurationsAreTakenForTheMeanOfTheOthers() {
    // Known: 10 and 30. So on a 20 s, which is less than 30 s.
    View view =
        new Views("a", "b")
            .with(job("j").runsOn("a").takes("b", 30))
            .with(job("k").takes("b", 10).priority(-1))
            .view();
    assertThat(Decisions.of(heft, view)).containsExactly("j: LOCAL on a", "k: LOCAL on b");
  }

  @Test
  void aJobThatNoClusterCanRunIsDeferred() {
    assertThat(Decisions.of(best, new Views("a").with(job("j")).view()))
        .containsExactly("j: defer");
  }

  @Test
  void theMeanIsBestWithShortJobsFirst() {
    // Both orders end at 40 s; with the short job first the mean is 25 instead of 35 s.
    View view =
        new Views("a").with(job("long").takes("a", 30)).with(job("short").takes("a", 10)).view();
    assertThat(Decisions.of(heft, view)).containsExactly("long: LOCAL on a", "short: wait 30 s");
    Policy mean = FinishTimePolicy.best(FinishTimePolicy.Goal.MEAN_COMPLETION);
    assertThat(Decisions.of(mean, view)).containsExactly("long: wait 10 s", "short: LOCAL on a");
  }

  /** All policies, on random views: each ready job once, and what starts fits together. */
  @Test
  void decidesOnceForEachReadyJobAndNeverGivesMoreThanIsFree() {
    Random random = Seeds.of("FinishTimePolicyTest");
    List<Policy> policies =
        List.of(
            heft,
            best,
            new PhiPolicy(Duration.ofMinutes(1)),
            new EpsilonPolicy(EpsilonPolicy.Merit.ENERGY),
            new ObliviousPolicy(),
            new FirstFitPolicy(FirstFitPolicy.Order.FIFO),
            new FirstFitPolicy(FirstFitPolicy.Order.SHORTEST_PREDICTED));
    for (int round = 0; round < 100; round++) {
      View view = random(random);
      for (Policy policy : policies) {
        String where = "seed " + Seeds.seed() + ", round " + round + ", " + policy;
        List<Decision> decisions = policy.decide(view, Views.NOW, round);
        assertThat(decisions).as(where).isEqualTo(policy.decide(view, Views.NOW, round));
        assertThat(decisions)
            .as(where)
            .extracting(Decision::job)
            .containsExactlyInAnyOrderElementsOf(
                view.jobs().stream().filter(PendingJob::ready).map(PendingJob::name).toList());
        checkStarts(view, decisions, where);
      }
    }
  }

  private static void checkStarts(View view, List<Decision> decisions, String where) {
    for (ClusterState cluster : view.clusters()) {
      Resources started = Resources.NONE;
      for (Decision decision : decisions) {
        if (decision instanceof Decision.Start start && start.cluster().equals(cluster.name())) {
          PendingJob job = named(view, start.job());
          started = started.plus(job.needs().atMost(cluster.total()));
          assertThat(start.access() == Access.LOCAL)
              .as(where + ", " + start.job())
              .isEqualTo(view.holds(job, cluster.name()));
        }
      }
      assertThat(started.fitsIn(cluster.free())).as(where).isTrue();
    }
  }

  private static PendingJob named(View view, String name) {
    return view.jobs().stream().filter(job -> job.name().equals(name)).findFirst().orElseThrow();
  }

  private static View random(Random random) {
    List<String> names = List.of("a", "b", "c");
    Views views = new Views("a", "b", "c");
    for (String cluster : names) {
      for (int i = random.nextInt(3); i > 0; i--) {
        views.running(cluster, 1 + random.nextInt(4), 1 + random.nextInt(200));
      }
    }
    List<String> earlier = new ArrayList<>();
    for (int i = random.nextInt(12); i >= 0; i--) {
      Views.JobBuilder job = job("j" + i).needs(1 + random.nextInt(12)).priority(random.nextInt(2));
      for (String cluster : names) {
        job.takes(cluster, 1 + random.nextInt(300), 1 + random.nextInt(300));
      }
      if (random.nextBoolean()) {
        job.reads(names.get(random.nextInt(3)));
      }
      Set<String> after = new HashSet<>(earlier);
      after.removeIf(name -> random.nextInt(5) > 0);
      views.with(job.after(after.toArray(new String[0])).waiting(random.nextInt(200)));
      earlier.add("j" + i);
    }
    return views.view();
  }
}
