// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.kernel;

import java.util.Arrays;

/** How often each number was added, and those that were, in the order of their first time. */
final class NumberCounts {
  private int[] counts = new int[64];
  private int[] numbers = new int[64];
  private int size;

  /** Adds a number from 0, and returns how often it had been added before. */
  int add(int number) {
    if (number >= counts.length) {
      counts = Arrays.copyOf(counts, Math.max(number + 1, 2 * counts.length));
    }
    int before = counts[number]++;
    if (before == 0) {
      if (size == numbers.length) {
        numbers = Arrays.copyOf(numbers, 2 * size);
      }
      numbers[size++] = number;
    }
    return before;
  }

  /** How many different numbers were added. */
  int size() {
    return size;
  }

  /** The one that was added as the {@code index}th new one, from 0. */
  int get(int index) {
    return numbers[index];
  }

  /** Forgets all. */
  void clear() {
    for (int i = 0; i < size; i++) {
      counts[numbers[i]] = 0;
    }
    size = 0;
  }
}
