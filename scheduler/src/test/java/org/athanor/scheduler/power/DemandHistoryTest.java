// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.athanor.scheduler.clusters.Power;
import org.athanor.scheduler.clusters.PowerDown;
import org.junit.jupiter.api.Test;

class DemandHistoryTest {
  /** Idle 100 W, busy 200 W, off 0 W; drained in 60 s, booted in 180 s. */
  private static BreakEven costs(double factor) {
    return new BreakEven(
        new PowerDown.Limits(1, 0, factor, 0),
        new Power(100, 200),
        Duration.ofSeconds(60),
        Duration.ofSeconds(180));
  }

  private static DemandHistory history(int... gapSeconds) {
    DemandHistory history = new DemandHistory();
    Instant now = Instant.EPOCH;
    for (int gap : gapSeconds) {
      history.observe(0, 1, now);
      now = now.plusSeconds(gap);
      history.observe(1, 1, now);
      now = now.plusSeconds(1);
    }
    return history;
  }

  @Test
  void aGapOfTheBreakEvenTimeCostsTheSameEitherWay() {
    // 60 s at 100 W and a boot of 180 s x 200 W = 36 kJ: as much as 420 s at 100 W.
    assertThat(costs(1).time()).isEqualTo(Duration.ofMinutes(7));
    assertThat(costs(1).joules(420_000, 420_000)).isEqualTo(42_000);
    assertThat(costs(1).joules(420_000, 0)).isEqualTo(42_000);
    // The boot counts twice: 60 s + 720 s.
    assertThat(costs(2).time()).isEqualTo(Duration.ofMinutes(13));
  }

  @Test
  void waitsForTheBreakEvenTimeUntilItKnowsEnoughGaps() {
    assertThat(history(9, 9, 9, 9, 9, 9, 9).patience(costs(1))).isEqualTo(Duration.ofMinutes(7));
  }

  @Test
  void waitsAsLongAsWouldHaveCostTheLeast() {
    // All gaps are long: waiting saves nothing.
    assertThat(history(999, 999, 999, 999, 999, 999, 999, 999).patience(costs(1)))
        .isEqualTo(Duration.ZERO);
    // Six gaps of 30 s would cost a boot each; after 30 s only the two long ones are left.
    assertThat(history(30, 30, 30, 999, 30, 30, 30, 999).patience(costs(1)))
        .isEqualTo(Duration.ofSeconds(30));
    // No gap is worth a boot.
    assertThat(history(300, 300, 300, 300, 300, 300, 300, 300).patience(costs(1)))
        .isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void knowsForHowLongEachNumberOfNodesWasNotNeeded() {
    DemandHistory history = new DemandHistory();
    history.observe(1, 3, Instant.EPOCH);
    history.observe(2, 3, Instant.EPOCH.plusSeconds(5));
    history.observe(1, 3, Instant.EPOCH.plusSeconds(7));
    Instant now = Instant.EPOCH.plusSeconds(10);
    assertThat(history.idle(1, now)).isZero();
    assertThat(history.idle(2, now)).isEqualTo(Duration.ofSeconds(3));
    assertThat(history.idle(3, now)).isEqualTo(Duration.ofSeconds(10));
  }
}
