// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class CallPaceTest {
  private final CallPace pace = new CallPace();

  private static long at(long seconds) {
    return TimeUnit.SECONDS.toNanos(seconds);
  }

  @Test
  void hurriesForTenSecondsAfterARequest() {
    assertThat(pace.millis(true, at(0))).isEqualTo(1000);
    pace.hurry(at(5));
    assertThat(pace.millis(true, at(5))).isEqualTo(100);
    assertThat(pace.millis(true, at(15))).isEqualTo(100);
    assertThat(pace.millis(true, at(16))).isEqualTo(1000);
  }

  @Test
  void hurriesAgainWhenRoomBecomesFree() {
    pace.hurry(at(0));
    assertThat(pace.millis(true, at(3600))).isEqualTo(1000);
    pace.hurry(at(3600));
    assertThat(pace.millis(true, at(3605))).isEqualTo(100);
  }

  @Test
  void doesNotHurryIfNothingIsOwed() {
    pace.hurry(at(0));
    assertThat(pace.millis(false, at(1))).isEqualTo(1000);
  }
}
