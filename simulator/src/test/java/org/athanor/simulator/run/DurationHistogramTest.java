// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class DurationHistogramTest {

  @Test
  void hasNothingToSayOfNothing() {
    assertThat(new DurationHistogram().distribution()).isEqualTo(Distribution.EMPTY);
  }

  @Test
  void oneDurationIsAllOfItsPercentiles() {
    DurationHistogram histogram = new DurationHistogram();
    histogram.add(123.456);
    double x = 123.456;
    assertThat(histogram.distribution()).isEqualTo(new Distribution(1, x, x, x, x, x, x, x, x, x));
  }

  /** From nanoseconds to years: a percentile is within 0.4 % of the value of its rank. */
  @Test
  void percentilesAreThoseOfTheSortedDurations() {
    long seed = Long.getLong("athanor.test.seed", 20261126);
    SplittableRandom random = new SplittableRandom(seed);
    double[] values = new double[10_001];
    DurationHistogram histogram = new DurationHistogram();
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.pow(10, random.nextDouble(-9, 8));
      histogram.add(values[i]);
    }
    Arrays.sort(values);
    Distribution found = histogram.distribution();
    check(seed, found.p25(), values, 0.25);
    check(seed, found.median(), values, 0.5);
    check(seed, found.p75(), values, 0.75);
    check(seed, found.p90(), values, 0.9);
    check(seed, found.p95(), values, 0.95);
    check(seed, found.p99(), values, 0.99);
    assertThat(found.minimum()).isEqualTo(values[0]);
    assertThat(found.maximum()).isEqualTo(values[values.length - 1]);
  }

  private static void check(long seed, double found, double[] sorted, double part) {
    double expected = sorted[(int) Math.ceil(part * sorted.length) - 1];
    assertThat(found)
        .as("percentile %s, seed %d", part, seed)
        .isCloseTo(expected, within(0.004 * expected + 1e-9));
  }
}
