// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

class RateSearchTest {
  /** The rates that are tried if those up to a capacity hold. */
  private static List<Double> rates(RateSearch search, double capacity) {
    List<Double> tried = new ArrayList<>();
    for (OptionalDouble rate = search.next(); rate.isPresent(); rate = search.next()) {
      tried.add(rate.getAsDouble());
      search.tried(rate.getAsDouble(), rate.getAsDouble() <= capacity);
    }
    return tried;
  }

  @Test
  void doublesAndThenBisects() {
    RateSearch search = new RateSearch(1000, 20, 0.1);
    assertThat(rates(search, 5500))
        .containsExactly(1000., 2000., 4000., 8000., 6000., 5000., 5500.);
    assertThat(search.result()).hasValue(5500);
  }

  @Test
  void halvesIfTheFirstRateFails() {
    RateSearch search = new RateSearch(1000, 20, 0.1);
    assertThat(rates(search, 300)).startsWith(1000., 500., 250., 375.);
    assertThat(search.result().orElse(0)).isBetween(270., 300.);
  }

  @Test
  void hasNoResultIfNoRateHolds() {
    RateSearch search = new RateSearch(1000, 5, 0.1);
    assertThat(rates(search, 0)).hasSize(5);
    assertThat(search.result()).isEmpty();
  }

  @Test
  void findsAnyCapacityWithinTheWidthAndInFewSteps() {
    long seed = Seeds.seed();
    Random random = Seeds.of(getClass().getSimpleName());
    for (int round = 0; round < 200; round++) {
      double capacity = Math.exp(random.nextDouble() * 15);
      RateSearch search = new RateSearch(1 + random.nextInt(100_000), 60, 0.1);
      List<Double> tried = rates(search, capacity);
      assertThat(search.result().orElse(0))
          .as("seed %d, round %d, tried %s", seed, round, tried)
          .isBetween(capacity / 1.1 - 1e-9, capacity);
      assertThat(tried).hasSizeLessThan(40);
    }
  }
}
