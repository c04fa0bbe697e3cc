// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class SessionEndTest {
  private static final int IDLE_SECONDS = 60;
  private static final long BEGIN = -5;

  private final SessionEnd end = new SessionEnd(IDLE_SECONDS, BEGIN);

  private String at(int second, boolean idle, boolean left, String lost, boolean noWorkers) {
    return end.reason(
        new SessionEnd.View(idle, left, lost, noWorkers), BEGIN + TimeUnit.SECONDS.toNanos(second));
  }

  @Test
  void goesOnWhileItIsNotIdleForTooLong() {
    assertThat(at(59, true, false, null, false)).isNull();
    assertThat(at(60, true, false, null, false)).isEqualTo("it has had no job for 60 s");
  }

  @Test
  void countsFromTheEndOfTheLastJob() {
    assertThat(at(100, false, false, null, false)).isNull();
    assertThat(at(159, true, false, null, false)).isNull();
    assertThat(at(160, true, false, null, false)).isEqualTo("it has had no job for 60 s");
  }

  @Test
  void letsJobsEndWhenTheClientHasLeft() {
    assertThat(at(1, false, true, null, false)).isNull();
    assertThat(at(2, true, true, null, false)).isEqualTo("its client has left");
  }

  @Test
  void doesNotWaitForJobsOfAClientThatIsLost() {
    assertThat(at(1, false, false, "the driver is gone", false)).isEqualTo("the driver is gone");
  }

  @Test
  void endsAfterItsJobsWhenThereAreNoWorkers() {
    assertThat(at(1, false, false, null, true)).isNull();
    assertThat(at(2, true, false, null, true)).isEqualTo("no Worker can be started");
  }
}
