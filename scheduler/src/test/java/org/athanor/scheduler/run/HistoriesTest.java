// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Lives through seeded histories of failures: {@code -Dathanor.test.histories=100000} makes it more
 * of them, and {@code -Dathanor.test.history=N} repeats the one that has failed.
 */
class HistoriesTest {
  private static final int HISTORIES = Integer.getInteger("athanor.test.histories", 10_000);

  @Test
  void noJobIsLostOrRunsTwiceAtOnceOrOutOfOrder() {
    Integer only = Integer.getInteger("athanor.test.history");
    if (only != null) {
      assertThat(lived(only).launches()).isNotNegative();
      return;
    }
    Seen all =
        IntStream.range(0, HISTORIES)
            .parallel()
            .mapToObj(seed -> Seen.in(lived(seed)))
            .reduce(Seen.NOTHING, Seen::plus);
    // Otherwise the histories would say little.
    assertThat(all.launches()).isGreaterThan(2 * HISTORIES);
    assertThat(all.crashes()).isGreaterThan(HISTORIES);
    assertThat(all.copies()).isGreaterThan(HISTORIES);
    assertThat(all.nestedRetries()).isGreaterThan(HISTORIES / 20);
    assertThat(all.nestedFailures()).isGreaterThan(HISTORIES / 100);
  }

  /** What happened in histories. */
  private record Seen(
      int launches, int crashes, int copies, int nestedRetries, int nestedFailures) {
    static final Seen NOTHING = new Seen(0, 0, 0, 0, 0);

    static Seen in(History history) {
      return new Seen(
          history.launches(),
          history.crashes(),
          history.copies(),
          history.nestedRetries(),
          history.nestedFailures());
    }

    Seen plus(Seen other) {
      return new Seen(
          launches + other.launches,
          crashes + other.crashes,
          copies + other.copies,
          nestedRetries + other.nestedRetries,
          nestedFailures + other.nestedFailures);
    }
  }

  /**
   * In 5799, restarts used up the questions about an application before it showed up. In 5268, a
   * nested workflow that was tried again had nothing that could run.
   */
  @ParameterizedTest
  @ValueSource(ints = {5268, 5799})
  void livesThroughHistoriesThatOnceFailed(int seed) {
    assertThat(lived(seed).launches()).isPositive();
  }

  private static History lived(int seed) {
    History history = new History(seed);
    try {
      history.live();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(
          "history " + seed + ": " + e.getMessage() + "\n" + history.tail(), e);
    }
    return history;
  }
}
