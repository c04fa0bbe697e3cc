// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SilencesTest {
  private static final Instant START = Instant.parse("2026-11-28T21:00:00Z");

  private Instant now = START;
  private final Silences silences = new Silences(Duration.ofSeconds(10), () -> now);

  @Test
  void aSilentServerIsLeftAloneForLongerAndLongerUntilItAnswers() {
    assertThat(silences.until("a")).isEmpty();
    assertThat(silences.unanswered("a")).isTrue();
    assertThat(silences.until("a")).contains(START.plusSeconds(10));
    assertThat(silences.until("b")).isEmpty();
    assertThat(silences.unanswered("a")).as("asked at the same time").isFalse();
    assertThat(silences.until("a")).contains(START.plusSeconds(10));
    for (int pause : new int[] {20, 40, 60, 60}) {
      now = silences.until("a").orElseThrow();
      assertThat(silences.until("a")).isEmpty();
      assertThat(silences.unanswered("a")).isFalse();
      assertThat(silences.until("a")).contains(now.plusSeconds(pause));
    }
    silences.answered("a");
    assertThat(silences.until("a")).isEmpty();
    assertThat(silences.unanswered("a")).isTrue();
    assertThat(silences.until("a")).contains(now.plusSeconds(10));
  }
}
