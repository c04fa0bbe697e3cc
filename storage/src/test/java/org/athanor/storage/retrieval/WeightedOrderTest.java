// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.athanor.storage.ChiSquare;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class WeightedOrderTest {
  private static final int DRAWS = 100_000;

  /** The orders of three indices, sorted. */
  private static final int[][] ORDERS = {
    {0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}
  };

  private static long[] draw(double... weights) {
    RandomGenerator random = new SplittableRandom(42);
    long[] counts = new long[ORDERS.length];
    int[] order = new int[3];
    for (int i = 0; i < DRAWS; i++) {
      WeightedOrder.order(weights, order, 3, random);
      for (int j = 0; j < ORDERS.length; j++) {
        counts[j] += Arrays.equals(order, ORDERS[j]) ? 1 : 0;
      }
    }
    assertThat(Arrays.stream(counts).sum()).isEqualTo(DRAWS);
    return counts;
  }

  /**
   * Weights 6, 3, 1: (0, 1, 2) has 6/10 * 3/4, (0, 2, 1) has 6/10 * 1/4, (1, 0, 2) has 3/10 * 6/7,
   * and so on.
   */
  @Test
  void drawsEachOrderWithItsProbability() {
    double[] expected = {
      0.6 * 3 / 4, 0.6 * 1 / 4, 0.3 * 6 / 7, 0.3 * 1 / 7, 0.1 * 6 / 9, 0.1 * 3 / 9
    };
    assertThat(ChiSquare.of(draw(6, 3, 1), expected)).isLessThan(ChiSquare.bound(6));
  }

  /** The test can fail: the same draws do not fit to weights that differ by 3 %. */
  @Test
  void noticesOtherProbabilities() {
    double[] wrong = {
      0.58 * 3 / 4.2,
      0.58 * 1.2 / 4.2,
      0.3 * 5.8 / 7,
      0.3 * 1.2 / 7,
      0.12 * 5.8 / 8.8,
      0.12 * 3 / 8.8
    };
    assertThat(ChiSquare.of(draw(6, 3, 1), wrong)).isGreaterThan(ChiSquare.bound(6));
  }

  @Test
  void equalWeightsMakeAllOrdersEquallyLikely() {
    double[] expected = new double[6];
    Arrays.fill(expected, 1 / 6.0);
    assertThat(ChiSquare.of(draw(2, 2, 2), expected)).isLessThan(ChiSquare.bound(6));
    assertThat(ChiSquare.of(draw(0, 0, 0), expected)).isLessThan(ChiSquare.bound(6));
  }

  @Test
  void indicesWithoutWeightComeLastInAnyOrder() {
    long[] counts = draw(0, 5, 0);
    assertThat(counts[2] + counts[3]).isEqualTo(DRAWS);
    assertThat(ChiSquare.of(new long[] {counts[2], counts[3]}, new double[] {0.5, 0.5}))
        .isLessThan(ChiSquare.bound(2));
  }

  /** Very different weights, and chances at the ends of the range. */
  @Test
  void eachIndexIsThereOnce() {
    Random random = Seeds.of("order");
    for (int i = 0; i < 20_000; i++) {
      int length = random.nextInt(12);
      double[] weights = new double[length + 2];
      for (int j = 0; j < weights.length; j++) {
        weights[j] = random.nextInt(4) == 0 ? 0 : Math.pow(10, random.nextInt(200) - 100);
      }
      double[] before = weights.clone();
      int[] order = new int[length + 2];
      Arrays.fill(order, -7);
      RandomGenerator ends = random.nextBoolean() ? random : () -> random.nextBoolean() ? 0 : -1;
      WeightedOrder.order(weights, order, length, ends);

      boolean[] seen = new boolean[length];
      boolean zero = false;
      for (int j = 0; j < length; j++) {
        assertThat(seen[order[j]]).as("seed %d", Seeds.seed()).isFalse();
        seen[order[j]] = true;
        assertThat(zero && weights[order[j]] > 0).as("seed %d", Seeds.seed()).isFalse();
        zero |= weights[order[j]] == 0;
      }
      assertThat(order[length]).isEqualTo(-7);
      assertThat(order[length + 1]).isEqualTo(-7);
      assertThat(weights).isEqualTo(before);
    }
  }

  @Test
  void rejectsWeightsOutOfRange() {
    for (double weight : new double[] {-1, Double.NaN, 1e101}) {
      assertThatThrownBy(
              () ->
                  WeightedOrder.order(
                      new double[] {1, weight}, new int[2], 2, new SplittableRandom(1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("weight 1=" + weight + ": must be from 0 to 1.0E100");
    }
  }

  /** One object for each call would be 1.6 MB or more. */
  @Test
  void allocatesNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    RetrievalPolicy policy = new NetworkRetrieval(16);
    RandomGenerator random = new SplittableRandom(1);
    double[] weights = new double[3];
    int[] order = new int[3];
    long before = threads.getThreadAllocatedBytes(thread);
    for (int i = 0; i < DRAWS; i++) {
      for (int j = 0; j < 3; j++) {
        weights[j] = policy.weight(2 * j, j, i & 7);
      }
      WeightedOrder.order(weights, order, 3, random);
    }
    assertThat(threads.getThreadAllocatedBytes(thread) - before).isLessThan(DRAWS);
  }
}
