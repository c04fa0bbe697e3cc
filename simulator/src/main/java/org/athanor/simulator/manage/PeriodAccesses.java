// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.manage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How often files are opened in a period, and how often at once: accesses in the same slot of time
 * are concurrent, as Scarlett counts them.
 */
final class PeriodAccesses {
  private final double slotSeconds;

  /** For each file that is opened, the slots in which it is, in the order of time. */
  private final Map<Integer, List<Slot>> slots = new TreeMap<>();

  private static final class Slot {
    private final long number;
    private int opens;

    Slot(long number) {
      this.number = number;
    }
  }

  /** Has no accesses yet; slots are so long, above 0. */
  PeriodAccesses(double slotSeconds) {
    this.slotSeconds = slotSeconds;
  }

  /** Adds an access; those of a file in the order of their times, in seconds from the beginning. */
  void add(int file, double seconds) {
    List<Slot> own = slots.computeIfAbsent(file, any -> new ArrayList<>());
    long number = (long) Math.floor(seconds / slotSeconds);
    if (own.isEmpty() || own.get(own.size() - 1).number != number) {
      own.add(new Slot(number));
    }
    own.get(own.size() - 1).opens++;
  }

  /** The files that are opened, in ascending order. */
  Set<Integer> files() {
    return slots.keySet();
  }

  /** How often a file is opened. */
  int opens(int file) {
    return opensWith(file, Integer.MAX_VALUE);
  }

  /**
   * In how many slots a file is opened often.
   *
   * @return at index k the number of slots in which it is opened more than k times, which falls
   *     with k; as many elements as it is opened in one slot at most
   */
  int[] slotsByOpens(int file) {
    List<Slot> own = slots.getOrDefault(file, List.of());
    int[] numbers = new int[own.stream().mapToInt(slot -> slot.opens).max().orElse(0)];
    for (Slot slot : own) {
      numbers[slot.opens - 1]++;
    }
    for (int k = numbers.length - 2; k >= 0; k--) {
      numbers[k] += numbers[k + 1];
    }
    return numbers;
  }

  /** How many of its accesses have a replica of their own, if it has a number of replicas. */
  int opensWith(int file, int replicas) {
    return slots.getOrDefault(file, List.of()).stream()
        .mapToInt(slot -> Math.min(slot.opens, replicas))
        .sum();
  }
}
