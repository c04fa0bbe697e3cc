// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Lives through seeded histories: {@code -Dathanor.test.histories=10000} makes it more of them, and
 * {@code -Dathanor.test.history=N} repeats the one that has failed.
 */
class PowerHistoriesTest {
  private static final int HISTORIES = Integer.getInteger("athanor.test.histories", 3_000);

  @Test
  void noFileBecomesUnavailableAndAllNodesComeBack() {
    Integer only = Integer.getInteger("athanor.test.history");
    int offs = 0;
    int crashes = 0;
    int refusals = 0;
    int hangs = 0;
    for (int seed = only == null ? 0 : only; seed < (only == null ? HISTORIES : only + 1); seed++) {
      PowerHistory history = new PowerHistory(seed);
      try {
        history.live();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(
            "history " + seed + ": " + e.getMessage() + "\n" + history.tail(), e);
      }
      offs += history.offs();
      crashes += history.crashes();
      refusals += history.refusals();
      hangs += history.hangs();
    }
    // Otherwise the histories would say little.
    if (only == null) {
      assertThat(offs).isGreaterThan(HISTORIES / 2);
      assertThat(crashes).isGreaterThan(HISTORIES);
      assertThat(refusals).isGreaterThan(HISTORIES);
      assertThat(hangs).isGreaterThan(HISTORIES / 4);
    }
  }
}
