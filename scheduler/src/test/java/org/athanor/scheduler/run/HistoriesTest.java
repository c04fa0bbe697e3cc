// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Lives through seeded histories of failures: {@code -Dathanor.test.histories=10000} makes it more
 * of them, and {@code -Dathanor.test.history=N} repeats the one that has failed.
 */
class HistoriesTest {
  private static final int HISTORIES = Integer.getInteger("athanor.test.histories", 3_000);

  @Test
  void noJobIsLostOrRunsTwiceAtOnceOrOutOfOrder() {
    Integer only = Integer.getInteger("athanor.test.history");
    int launches = 0;
    int crashes = 0;
    int copies = 0;
    int nestedRetries = 0;
    int nestedFailures = 0;
    for (int seed = only == null ? 0 : only; seed < (only == null ? HISTORIES : only + 1); seed++) {
      History history = lived(seed);
      launches += history.launches();
      crashes += history.crashes();
      copies += history.copies();
      nestedRetries += history.nestedRetries();
      nestedFailures += history.nestedFailures();
    }
    // Otherwise the histories would say little.
    if (only == null) {
      assertThat(launches).isGreaterThan(2 * HISTORIES);
      assertThat(crashes).isGreaterThan(HISTORIES);
      assertThat(copies).isGreaterThan(HISTORIES);
      assertThat(nestedRetries).isGreaterThan(HISTORIES / 20);
      assertThat(nestedFailures).isGreaterThan(HISTORIES / 100);
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
