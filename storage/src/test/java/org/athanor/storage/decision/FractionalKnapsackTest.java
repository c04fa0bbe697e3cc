// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

class FractionalKnapsackTest {

  private static double bestOfWholeItems(int[] sizes, int[] values, int room) {
    double best = 0;
    for (int chosen = 0; chosen < 1 << sizes.length; chosen++) {
      int size = 0;
      int value = 0;
      for (int item = 0; item < sizes.length; item++) {
        if ((chosen >> item & 1) == 1) {
          size += sizes[item];
          value += values[item];
        }
      }
      best = size <= room ? Math.max(best, value) : best;
    }
    return best;
  }

  /** The sizes 3 and 4 are taken, and 3 of the size 10: 10 + 8 + 10 * 3 / 10 = 21. */
  @Test
  void cutsTheLastItem() {
    FractionalKnapsack items = new FractionalKnapsack();
    items.add(10, 10);
    items.add(4, 8);
    items.add(3, 10);
    assertThat(items.largestValue(10)).isEqualTo(21, within(1e-12));
    assertThat(items.largestValue(0)).isZero();
    assertThat(items.largestValue(100)).isEqualTo(28);
  }

  @Test
  void takesWhatNeedsNoRoom() {
    FractionalKnapsack items = new FractionalKnapsack();
    items.add(0, 5);
    assertThat(items.largestValue(0)).isEqualTo(5);
  }

  /** All choices of up to ten items are tried. */
  @Test
  void isAboveTheBestChoiceByAnItemAtMost() {
    Random random = Seeds.of("knapsack");
    for (int round = 0; round < 300; round++) {
      int count = 1 + random.nextInt(10);
      int[] sizes = random.ints(count, 1, 20).toArray();
      int[] values = random.ints(count, 0, 20).toArray();
      int room = random.nextInt(100);
      FractionalKnapsack items = new FractionalKnapsack();
      int largest = 0;
      for (int item = 0; item < count; item++) {
        items.add(sizes[item], values[item]);
        largest = Math.max(largest, values[item]);
      }
      double best = bestOfWholeItems(sizes, values, room);
      assertThat(items.largestValue(room)).isBetween(best - 1e-9, best + largest + 1e-9);
    }
  }

  @Test
  void refusesSizesAndRoomsThatAreNone() {
    FractionalKnapsack items = new FractionalKnapsack();
    assertThatThrownBy(() -> items.add(-1, 2))
        .hasMessage("item of size -1.0 and value 2.0: must be finite, from 0");
    assertThatThrownBy(() -> items.add(1, Double.NaN)).hasMessageContaining("value NaN");
    assertThatThrownBy(() -> items.add(Double.POSITIVE_INFINITY, 2))
        .hasMessageContaining("size Infinity");
    for (double room : new double[] {-1, Double.NaN}) {
      assertThatThrownBy(() -> items.largestValue(room))
          .hasMessage("room of " + room + ": must be from 0");
    }
    items.add(3, 2);
    assertThat(items.largestValue(Double.POSITIVE_INFINITY)).isEqualTo(2);
  }
}
