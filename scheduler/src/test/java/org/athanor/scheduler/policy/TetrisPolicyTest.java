// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.athanor.scheduler.policy.Views.job;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class TetrisPolicyTest {
  private final Policy tetris = new TetrisPolicy();

  @Test
  void theJobThatNeedsWhatIsFreeIsPacked() {
    // Free parts: vcores 0.5, disk 1. Alignment of cores 0.5 × 0.5 = 0.25, of disk 0.1 × 0.5 + 0.8.
    // Work 0.5 × 10 and 0.9 × 10; ε = 0.55 / 7. Scores 0.25 - 0.39 and 0.85 - 0.71.
    Views.JobBuilder cores = job("cores").waiting(60).needs(5).takes("a", 10);
    Views.JobBuilder disk = job("disk").needs(1).disk(80).takes("a", 10);
    View view = new Views("a").running("a", 5, 99).with(cores).with(disk).view();
    assertThat(Decisions.of(tetris, view)).containsExactly("disk: LOCAL on a", "cores: defer");
  }

  @Test
  void ofJobsThatNeedTheSameTheShortOneIsFirst() {
    View view =
        new Views("a")
            .with(job("long").waiting(60).takes("a", 50))
            .with(job("short").takes("a", 49))
            .view();
    assertThat(Decisions.of(tetris, view)).containsExactly("short: LOCAL on a", "long: defer");
  }

  @Test
  void aJobIsPackedWhereMoreIsFree() {
    // Alignment 0.5 × 0.5 on a, 0.5 × 1 on b; the same work.
    View view =
        new Views("a", "b")
            .running("a", 5, 99)
            .with(job("j").needs(5).takes("a", 10).takes("b", 10))
            .view();
    assertThat(Decisions.of(tetris, view)).containsExactly("j: LOCAL on b");
  }

  @Test
  void anInputThatIsElsewhereCounts() {
    // Alignments 0.9 and 1. Work 10 and, with the copy, 110: ε = 0.95 / 60.
    Views.JobBuilder job = job("j").takes("a", 10).takes("b", 10).reads("b");
    assertThat(Decisions.of(tetris, new Views("a", "b").with(job).view()))
        .containsExactly("j: LOCAL on b");
    assertThat(Decisions.of(tetris, new Views("a", "b").running("b", 1, 9).with(job).view()))
        .containsExactly("j: STAGE on a");
  }

  @Test
  void priorityIsStrongerThanTheScore() {
    View view =
        new Views("a")
            .with(job("short").takes("a", 1))
            .with(job("urgent").takes("a", 999).priority(1))
            .view();
    assertThat(Decisions.of(tetris, view)).containsExactly("urgent: LOCAL on a", "short: defer");
  }

  @Test
  void jobsAreStartedWhileThereIsRoom() {
    Views views = new Views("a");
    for (String name : new String[] {"j", "k", "l"}) {
      views.with(job(name).needs(4).takes("a", 10));
    }
    assertThat(Decisions.of(tetris, views.view()))
        .containsExactlyInAnyOrder("j: LOCAL on a", "k: LOCAL on a", "l: defer");
  }

  @Test
  void anUnknownDurationIsNoWork() {
    View view =
        new Views("a")
            .with(job("known").waiting(60).takes("a", 10))
            .with(job("unknown").runsOn("a"))
            .view();
    assertThat(Decisions.of(tetris, view)).containsExactly("unknown: LOCAL on a", "known: defer");
  }
}
