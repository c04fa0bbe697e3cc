// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.athanor.engine.job.WorkerStatus;
import org.athanor.engine.job.WorkerView;
import org.junit.jupiter.api.Test;

class WorkerActivityTest {
  private long time = Long.MAX_VALUE - 5; // the clock may overflow
  private final WorkerActivity activity = new WorkerActivity(() -> time);

  private static WorkerStatus pushed(long bytes) {
    return new WorkerStatus(100, 50, 0, bytes, 0);
  }

  private void pass(int millis) {
    time += TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private double rate() {
    return activity.last().map(WorkerView.Activity::pushed).orElseThrow();
  }

  @Test
  void nothingIsKnownAtFirst() {
    assertThat(activity.last()).isEmpty();
    activity.told(pushed(7));
    assertThat(activity.last().orElseThrow().status()).isEqualTo(pushed(7));
    assertThat(rate()).isZero();
  }

  /** 1000 bytes a second for 20 s, then nothing: after 5 s the rate is 0. */
  @Test
  void ratesAreThoseOfTheLastSeconds() {
    for (int second = 0; second < 20; second++) {
      activity.told(pushed(1000L * second));
      pass(1000);
    }
    assertThat(rate()).isBetween(800.0, 1200.0);
    pass(3000);
    assertThat(rate()).isBetween(200.0, 600.0);
    pass(5000);
    assertThat(rate()).isZero();
    assertThat(activity.last().orElseThrow().status()).isEqualTo(pushed(19_000));
  }
}
