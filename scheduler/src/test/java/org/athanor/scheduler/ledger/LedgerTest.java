// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class LedgerTest {
  private static final Instant START = Instant.parse("2026-11-26T10:00:00Z");
  private static final Resources TOTAL = new Resources(10, 100, 1000, 1000);

  private final Ledger ledger =
      new Ledger(
          Map.of("a", TOTAL, "b", TOTAL.times(0.5)),
          (reservation, now) -> now.plus(Duration.ofMinutes(1)));

  @Test
  void reservationsTakeWhatTheyNeedUntilTheJobHasEnded() {
    ledger.reserve("j", "a", new Resources(4, 30, 200, 0), after(60));
    assertThat(ledger.free("a")).isEqualTo(new Resources(6, 70, 800, 1000));
    assertThat(ledger.free("b")).isEqualTo(TOTAL.times(0.5));
    ledger.end("j");
    assertThat(ledger.free("a")).isEqualTo(TOTAL);
  }

  @Test
  void anOverrunMovesTheExpectedEndAndFreesNothing() {
    ledger.reserve("j", "a", new Resources(4, 30, 0, 0), after(60));
    ledger.advance(after(59));
    assertThat(ledger.reservation("j").orElseThrow().expectedEnd()).isEqualTo(after(60));
    ledger.advance(after(60));
    assertThat(ledger.reservation("j").orElseThrow().expectedEnd()).isEqualTo(after(120));
    ledger.advance(after(1000));
    assertThat(ledger.reservation("j").orElseThrow().expectedEnd()).isEqualTo(after(1060));
    assertThat(ledger.free("a").vcores()).isEqualTo(6);
  }

  @Test
  void aJobThatNeedsMoreThanTheClusterHasGetsAllOfIt() {
    ledger.reserve("j", "b", new Resources(20, 10, 0, 0), after(60));
    assertThat(ledger.free("b")).isEqualTo(new Resources(0, 40, 500, 500));
  }

  @Test
  void refusesHardResourcesThatAreNotFreeAndAllowsSoftOnes() {
    ledger.reserve("j", "a", new Resources(6, 10, 900, 0), after(60));
    assertThatThrownBy(() -> ledger.reserve("k", "a", new Resources(5, 1, 0, 0), after(60)))
        .hasMessage(
            "job k: needs "
                + new Resources(5, 1, 0, 0)
                + " of a, where "
                + new Resources(4, 90, 100, 1000)
                + " is free");
    ledger.reserve("k", "a", new Resources(4, 1, 900, 0), after(60));
    assertThat(ledger.free("a")).isEqualTo(new Resources(0, 89, 0, 1000));
    // 1800 of 1000 bytes/s are wanted.
    assertThat(new Resources(0, 0, 1800, 0).softLoad(TOTAL)).isEqualTo(1.8);
  }

  @Test
  void whatOthersUseIsNotFree() {
    ledger.setForeignUse("a", new Resources(3, 200, 0, 0));
    assertThat(ledger.free("a")).isEqualTo(new Resources(7, 0, 1000, 1000));
    ledger.setForeignUse("a", Resources.NONE);
    assertThat(ledger.free("a")).isEqualTo(TOTAL);
  }

  @Test
  void namesWhatIsUnknown() {
    assertThatThrownBy(() -> ledger.total("aa"))
        .hasMessage("cluster aa: unknown cluster; allowed a, b");
    assertThatThrownBy(() -> ledger.end("j")).hasMessage("job j: has no reservation");
    ledger.reserve("j", "a", Resources.NONE, after(1));
    assertThatThrownBy(() -> ledger.reserve("j", "b", Resources.NONE, after(1)))
        .hasMessage("job j: has a reservation already");
    assertThatThrownBy(() -> new Resources(-1, 0, 0, 0))
        .hasMessage("vcores -1.0: must be a number, 0 or more");
  }

  @Test
  void neverGivesMoreThanThereIs() {
    Random random = Seeds.of("LedgerTest");
    List<String> running = new ArrayList<>();
    for (int step = 0; step < 2000; step++) {
      if (!running.isEmpty() && random.nextInt(3) == 0) {
        ledger.end(running.remove(random.nextInt(running.size())));
      } else {
        Resources wanted = new Resources(random.nextInt(12) / 3.0, random.nextInt(40) / 7.0, 0, 0);
        if (wanted.atMost(TOTAL).fitsIn(ledger.free("a"))) {
          ledger.reserve("j" + step, "a", wanted, after(step));
          running.add("j" + step);
        }
      }
      Resources used =
          ledger.reservations("a").stream()
              .map(Reservation::resources)
              .reduce(Resources.NONE, Resources::plus);
      assertThat(used.fitsIn(TOTAL)).as("seed %s, step %s", Seeds.seed(), step).isTrue();
    }
    running.forEach(ledger::end);
    assertThat(ledger.free("a")).isEqualTo(TOTAL);
  }

  private static Instant after(long seconds) {
    return START.plusSeconds(seconds);
  }
}
