// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.apply;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class VerificationTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final List<String> left = new ArrayList<>(List.of("file"));
  private Duration waited = Duration.ZERO;

  private void pause(Duration length) {
    waited = waited.plus(length);
  }

  @Test
  void goesOnAsLongAsAnyBlockComesToBeAsItShould() throws Exception {
    AtomicLong looks = new AtomicLong();
    // Every third look finds one block less, of 100.
    boolean any =
        Verification.await(left, file -> 100 - looks.incrementAndGet() / 3, PATIENCE, this::pause);
    assertThat(any).isTrue();
    assertThat(left).isEmpty();
    assertThat(waited).isGreaterThan(PATIENCE.multipliedBy(3));
  }

  @Test
  void endsWhereBlocksComeAndGo() throws Exception {
    AtomicLong looks = new AtomicLong();
    boolean any =
        Verification.await(left, file -> 1 + looks.incrementAndGet() % 2, PATIENCE, this::pause);
    assertThat(any).isFalse();
    assertThat(left).containsExactly("file");
    assertThat(waited).isBetween(PATIENCE, PATIENCE.multipliedBy(2));
  }
}
