// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.athanor.scheduler.policy.Views.job;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * 1 / (joules × seconds) of the job: on {@code fast} 1 / (2000 × 10), on {@code lean} 1 / (500 ×
 * 50), on {@code slow} 1 / (400 × 100); so by that merit fast, lean, slow, and by energy slow,
 * lean, fast.
 */
@Tag("short")
class EpsilonPolicyTest {
  private final Policy policy = new EpsilonPolicy(EpsilonPolicy.Merit.PERFORMANCE_PER_ENERGY);
  private final Policy byEnergy = new EpsilonPolicy(EpsilonPolicy.Merit.ENERGY);
  private final Views views = new Views("fast", "lean", "slow");
  private final Views.JobBuilder job =
      job("j").takes("fast", 10, 2000).takes("lean", 50, 500).takes("slow", 100, 400);

  @Test
  void takesTheMostEfficientClusterWithRoom() {
    View view = views.with(job).view();
    assertThat(Decisions.of(policy, view)).containsExactly("j: LOCAL on fast");
    assertThat(Decisions.of(byEnergy, view)).containsExactly("j: LOCAL on slow");
  }

  @Test
  void takesTheNextOneIfThereIsNoRoom() {
    View view = views.running("fast", 1, 5).running("slow", 1, 5).with(job).view();
    assertThat(Decisions.of(policy, view)).containsExactly("j: LOCAL on lean");
    assertThat(Decisions.of(byEnergy, view)).containsExactly("j: LOCAL on lean");
  }

  @Test
  void keepsTheDeadline() {
    View view = views.with(job.within(50)).view();
    assertThat(Decisions.of(byEnergy, view)).containsExactly("j: LOCAL on lean");
  }

  @Test
  void countsTheCopyOfTheInput() {
    View view = views.with(job.reads("fast").within(149)).view();
    assertThat(Decisions.of(byEnergy, view)).containsExactly("j: LOCAL on fast");
    View longer = new Views("fast", "lean", "slow").with(job.within(150)).view();
    assertThat(Decisions.of(byEnergy, longer)).containsExactly("j: STAGE on lean");
  }

  @Test
  void waitsForRoomInAClusterThatIsInTime() {
    View view = views.running("fast", 1, 5).with(job.within(10)).view();
    assertThat(Decisions.of(policy, view)).containsExactly("j: defer");
    assertThat(policy.decide(view, Views.NOW, 1).get(0).reason())
        .isEqualTo("no cluster that is in time has room");
  }

  @Test
  void takesTheFastestOneIfNoneIsInTime() {
    View view = views.running("fast", 1, 5).with(job.within(9)).view();
    assertThat(Decisions.of(byEnergy, view)).containsExactly("j: LOCAL on lean");
    View full =
        new Views("fast", "lean", "slow")
            .running("fast", 1, 5)
            .running("lean", 1, 5)
            .running("slow", 1, 5)
            .with(job)
            .view();
    assertThat(Decisions.of(policy, full)).containsExactly("j: defer");
  }
}
