// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.decision;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The fractional knapsack (G. Dantzig, Discrete-variable extremum problems, Operations Research 5,
 * 1957): the largest value that a room can have if items may be cut. Those with the most value for
 * their size go first, and the last one is cut. No choice of whole items is worth more, so this is
 * an upper bound for planners, also for those that know all accesses. It is above the best choice
 * of whole items by at most the value of one item. Sizes and rooms have the same unit, whichever it
 * is, and so have values.
 */
public final class FractionalKnapsack {
  private final List<Item> items = new ArrayList<>();

  private record Item(double size, double value) {
    double density() {
      return size == 0 ? Double.POSITIVE_INFINITY : value / size;
    }
  }

  /**
   * Adds something that may be chosen.
   *
   * @param size from 0, finite
   * @param value from 0, finite
   */
  public void add(double size, double value) {
    if (!(size >= 0 && value >= 0 && size + value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "item of size " + size + " and value " + value + ": must be finite, from 0");
    }
    items.add(new Item(size, value));
  }

  /**
   * The largest value of items, or parts of them, whose sizes are {@code room} together at most.
   *
   * @param room from 0; infinite if all fit
   */
  public double largestValue(double room) {
    if (!(room >= 0)) {
      throw new IllegalArgumentException("room of " + room + ": must be from 0");
    }
    List<Item> inOrder = new ArrayList<>(items);
    inOrder.sort(Comparator.comparingDouble(Item::density).reversed());
    double left = room;
    double value = 0;
    for (Item item : inOrder) {
      if (item.size() > left) {
        return value + item.value() * (left / item.size());
      }
      left -= item.size();
      value += item.value();
    }
    return value;
  }
}
