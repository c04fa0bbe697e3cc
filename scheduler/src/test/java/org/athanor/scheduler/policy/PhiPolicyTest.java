// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.athanor.scheduler.policy.Views.job;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class PhiPolicyTest {
  private final Policy policy = new PhiPolicy(Duration.ofMinutes(10));

  @Test
  void startsOnTheFastestClusterWithRoomThatHoldsTheInput() {
    View view =
        new Views("a", "b", "c")
            .running("b", 10, 50)
            .with(job("j").takes("a", 30).takes("b", 20).takes("c", 10).reads("a", "b"))
            .view();
    assertThat(Decisions.of(policy, view)).containsExactly("j: LOCAL on a");
    Decision decision = policy.decide(view, Views.NOW, 1).get(0);
    assertThat(decision.reason())
        .isEqualTo("the fastest cluster with room of those that hold its input");
    assertThat(decision.candidates()).extracting(Candidate::cluster).containsExactly("c", "b", "a");
    assertThat(decision.candidates())
        .extracting(Candidate::fits)
        .containsExactly(true, false, true);
    assertThat(decision.candidates())
        .extracting(Candidate::copySeconds)
        .containsExactly(100.0, 0.0, 0.0);
  }

  @Test
  void saysHowMuchMoreOfDiskOrNetworkWouldBeWantedThanThereIs() {
    // Two jobs want 0.7 of the disks each.
    View view =
        new Views("a")
            .with(job("j").takes("a", 30).needs(5).disk(70))
            .with(job("k").takes("a", 30).needs(5).disk(70))
            .view();
    List<Decision> decisions = policy.decide(view, Views.NOW, 1);
    assertThat(decisions.get(0).candidates().get(0).softLoad()).isCloseTo(0.7, within(1e-9));
    assertThat(decisions.get(1).candidates().get(0).softLoad()).isCloseTo(1.4, within(1e-9));
  }

  @Test
  void waitsForAClusterWithTheInputAsLongAsACopyWouldTake() {
    Views.JobBuilder job = job("j").takes("a", 10).takes("b", 20).takes("c", 30).reads("a");
    Views views = new Views("a", "b", "c").running("a", 1, 500);
    assertThat(Decisions.of(policy, views.with(job).view())).containsExactly("j: wait 100 s");
    job.waiting(99);
    View later = new Views("a", "b", "c").running("a", 1, 500).with(job).view();
    assertThat(Decisions.of(policy, later)).containsExactly("j: wait 1 s");
    job.waiting(100);
    View atLast = new Views("a", "b", "c").running("a", 1, 500).with(job).view();
    assertThat(Decisions.of(policy, atLast)).containsExactly("j: STAGE on b");
  }

  @Test
  void waitsNoLongerThanTheLimit() {
    View view =
        new Views("a", "b")
            .running("a", 1, 500)
            .with(job("j").takes("a", 10).takes("b", 20).reads("a"))
            .view();
    assertThat(Decisions.of(new PhiPolicy(Duration.ofSeconds(7)), view))
        .containsExactly("j: wait 7 s");
  }

  @Test
  void readsTheInputFromElsewhereWhereItCannotBeCopied() {
    View view =
        new Views("a", "b")
            .running("a", 1, 500)
            .with(job("j").takes("a", 10).takes("b", 20).reads("a").uncopied("b").waiting(100))
            .view();
    assertThat(Decisions.of(policy, view)).containsExactly("j: REMOTE_READ on b");
  }

  @Test
  void jobsThatStartFitTogether() {
    View view =
        new Views("a", "b")
            .with(job("late").takes("a", 10).takes("b", 20).needs(6))
            .with(job("early").takes("a", 10).takes("b", 20).needs(6).waiting(5))
            .with(job("last").takes("a", 10).takes("b", 20).needs(6).priority(-1))
            .with(job("small").takes("a", 10).takes("b", 20).needs(4).priority(-2))
            .view();
    assertThat(Decisions.of(policy, view))
        .containsExactly(
            "early: LOCAL on a", "late: LOCAL on b", "last: defer", "small: LOCAL on a");
  }

  @Test
  void leavesJobsThatAreNotReadyAloneAndUnknownClustersLast() {
    View view =
        new Views("a", "b")
            .with(job("first").runsOn("a").takes("b", 1000))
            .with(job("second").takes("a", 1).after("first"))
            .view();
    assertThat(Decisions.of(policy, view)).containsExactly("first: LOCAL on b");
  }

  @Test
  void aJobThatNoClusterCanRunIsDeferred() {
    View view = new Views("a").with(job("j")).view();
    assertThat(policy.decide(view, Views.NOW, 1))
        .isEqualTo(List.of(new Decision.Defer("j", List.of(), "no cluster has room")));
  }
}
