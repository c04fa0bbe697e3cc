// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The comparators, and our own predictor, against sums by hand. */
class SimplePredictorsTest {
  private static final long PERIOD = 3_600_000;

  private static void access(Predictor predictor, int file, long... times) {
    for (long time : times) {
      predictor.accessed(file, time, 1);
    }
  }

  @Test
  void lastValueCountsThePeriodBefore() {
    Predictor last = AccessCounts.lastValue();
    access(last, 0, 1, 2, 3);
    last.endOfPeriod(PERIOD);
    assertThat(last.predicted(0)).isEqualTo(3);
    access(last, 0, PERIOD);
    assertThat(last.predicted(0)).isEqualTo(3);
    last.endOfPeriod(2 * PERIOD);
    assertThat(last.predicted(0)).isEqualTo(1);
    last.endOfPeriod(3 * PERIOD);
    assertThat(last.predicted(0)).isZero();
  }

  @Test
  void lfuCountsAll() {
    Predictor lfu = AccessCounts.leastFrequentlyUsed();
    access(lfu, 0, 1, 2, 3);
    lfu.endOfPeriod(PERIOD);
    access(lfu, 0, PERIOD);
    lfu.endOfPeriod(2 * PERIOD);
    assertThat(lfu.predicted(0)).isEqualTo(4);
  }

  @Test
  void lruPrefersTheLastUsed() {
    Predictor lru = new LeastRecentlyUsed();
    access(lru, 0, 1, 2, 3);
    access(lru, 1, 4);
    lru.endOfPeriod(PERIOD);
    assertThat(lru.predicted(1)).isGreaterThan(lru.predicted(0));
  }

  @Test
  void scarlettTakesTheFullestSlot() {
    Predictor scarlett = new ConcurrentAccesses(100);
    access(scarlett, 0, 10, 20, 110, 120, 130, 250);
    access(scarlett, 1, 99, 100, 201);
    scarlett.endOfPeriod(PERIOD);
    assertThat(scarlett.predicted(0)).isEqualTo(3);
    assertThat(scarlett.predicted(1)).isEqualTo(1);

    assertThat(ConcurrentAccesses.replicas(1, 1)).isEqualTo(3);
    assertThat(ConcurrentAccesses.replicas(3, 1)).isEqualTo(4);
    assertThat(ConcurrentAccesses.replicas(40, 2)).isEqualTo(42);

    scarlett.endOfPeriod(2 * PERIOD);
    assertThat(scarlett.predicted(0)).isZero();
  }

  @Test
  void theClairvoyantSaysWhatItWasTold() {
    Clairvoyant clairvoyant = new Clairvoyant();
    access(clairvoyant, 0, 1);
    access(clairvoyant, 1, 1);
    clairvoyant.foresee(1, 17);
    clairvoyant.endOfPeriod(PERIOD);
    assertThat(clairvoyant.predicted(0)).isZero();
    assertThat(clairvoyant.predicted(1)).isEqualTo(17);
    clairvoyant.endOfPeriod(2 * PERIOD);
    assertThat(clairvoyant.predicted(1)).isZero();
  }

  /** Half-life of two periods. 16 and 1 accesses, then none: ((4 / √2) + 1) / √2 = 2 + 1 / √2. */
  @Test
  void recurrenceAddsSquareRootsOfPeriods() {
    Predictor recurrence = new Recurrence(2);
    for (int i = 0; i < 16; i++) {
      access(recurrence, 0, i);
    }
    recurrence.endOfPeriod(PERIOD);
    assertThat(recurrence.predicted(0)).isEqualTo(4);
    access(recurrence, 0, PERIOD);
    recurrence.endOfPeriod(2 * PERIOD);
    recurrence.endOfPeriod(3 * PERIOD);
    assertThat(recurrence.predicted(0)).isCloseTo(2 + Math.sqrt(0.5), within(1e-12));
  }

  @Test
  void recurrencePrefersAccessesThatComeAgain() {
    Predictor recurrence = new Recurrence();
    access(recurrence, 0, 1, 2, 3, 4, 5, 6);
    access(recurrence, 1, 1);
    recurrence.endOfPeriod(PERIOD);
    access(recurrence, 1, PERIOD);
    recurrence.endOfPeriod(2 * PERIOD);
    access(recurrence, 1, 2 * PERIOD);
    recurrence.endOfPeriod(3 * PERIOD);
    assertThat(recurrence.predicted(1)).isGreaterThan(recurrence.predicted(0));
  }

  @Test
  void refusesParametersWithoutSense() {
    assertThatThrownBy(() -> new Recurrence(0))
        .hasMessage("halfLifePeriods=0.0: must be above 0 and finite");
    assertThatThrownBy(() -> new ConcurrentAccesses(0))
        .hasMessage("slotMillis=0: must be 1 or more");
  }
}
