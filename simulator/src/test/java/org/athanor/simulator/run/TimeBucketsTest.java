// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class TimeBucketsTest {
  private static final long SECOND = 1_000_000_000;

  /** 3 units between 0.25 and 1 s are one in each of the buckets that begin at 2, 4, 6 eighths. */
  @Test
  void dividesAnAmountEvenly() {
    TimeBuckets buckets = new TimeBuckets(1);
    buckets.add(0, SECOND / 4, SECOND, 3);
    assertThat(buckets.seconds()).isEqualTo(0.125);
    assertThat(buckets.amounts(0, SECOND)).containsExactly(0.0, 0.0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5);
  }

  /** 512 buckets of 0.125 s end at 64 s; a nanosecond more needs a width of 0.25 s. */
  @Test
  void doublesTheWidthBehindTheLastBucket() {
    TimeBuckets buckets = new TimeBuckets(2);
    buckets.add(0, 0, SECOND / 8, 1);
    buckets.add(0, SECOND / 8, SECOND / 4, 2);
    buckets.add(1, 63 * SECOND, 64 * SECOND, 8);
    buckets.reach(64 * SECOND);
    assertThat(buckets.seconds()).isEqualTo(0.125);
    buckets.reach(64 * SECOND + 1);
    assertThat(buckets.seconds()).isEqualTo(0.25);
    assertThat(buckets.amounts(0, SECOND / 2)).containsExactly(3.0, 0.0);
    assertThat(buckets.amounts(1, 64 * SECOND)).hasSize(256).endsWith(2.0, 2.0, 2.0, 2.0);
  }

  @Test
  void losesNothingHoweverLongItTakes() {
    long seed = Long.getLong("athanor.test.seed", 20261126);
    SplittableRandom random = new SplittableRandom(seed);
    TimeBuckets buckets = new TimeBuckets(1);
    double sum = 0;
    long time = 0;
    for (int i = 0; i < 2000; i++) {
      long next = time + (long) Math.pow(10, random.nextDouble(0, 13));
      double amount = random.nextDouble();
      buckets.add(0, time, next, amount);
      sum += amount;
      time = next;
    }
    assertThat(buckets.amounts(0, time).stream().mapToDouble(Double::doubleValue).sum())
        .as("seed %d", seed)
        .isCloseTo(sum, within(1e-6));
    assertThat(buckets.amounts(0, time)).hasSizeLessThanOrEqualTo(TimeBuckets.BUCKETS);
  }
}
