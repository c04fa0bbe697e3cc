// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

class LatenciesTest {
  private static final double[] SHARES = {0.001, 0.5, 0.95, 0.99, 0.999, 1};

  @Test
  void quantilesAreAtMostAHundredthLargerThanThoseOfTheSortedDurations() {
    long seed = Seeds.seed();
    Random random = Seeds.of(getClass().getSimpleName());
    for (int round = 0; round < 50; round++) {
      int n = 1 + random.nextInt(2000);
      long[] nanos = new long[n];
      Latencies all = new Latencies();
      Latencies half = new Latencies();
      for (int i = 0; i < n; i++) {
        nanos[i] = random.nextLong(1L << (1 + random.nextInt(48)));
        (i % 2 == 0 ? all : half).add(nanos[i]);
      }
      all.add(half);
      Arrays.sort(nanos);
      assertThat(all.count()).isEqualTo(n);
      assertThat(all.maxSeconds()).isEqualTo(nanos[n - 1] / 1e9);
      for (double share : SHARES) {
        double exact = nanos[(int) Math.ceil(share * n) - 1] / 1e9;
        assertThat(all.quantileSeconds(share))
            .as("seed %d, round %d, share %s", seed, round, share)
            .isBetween(exact - 1e-6, exact * 1.008 + 1e-6);
      }
    }
  }

  @Test
  void negativeDurationsCountAsZero() {
    Latencies one = new Latencies();
    one.add(-5);
    assertThat(one.count()).isEqualTo(1);
    assertThat(one.maxSeconds()).isZero();
    assertThat(one.meanSeconds()).isZero();
  }

  @Test
  void takesDurationsOfAWeek() {
    Latencies one = new Latencies();
    long week = 7 * 86_400 * 1_000_000_000L;
    one.add(week);
    assertThat(one.maxSeconds()).isEqualTo(604_800);
    assertThat(one.quantileSeconds(1)).isPositive();
  }

  @Test
  void hasNoQuantilesWithoutDurations() {
    assertThat(new Latencies().quantileSeconds(0.5)).isZero();
    assertThat(new Latencies().meanSeconds()).isZero();
  }
}
