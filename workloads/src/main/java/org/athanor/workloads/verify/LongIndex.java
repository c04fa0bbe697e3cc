// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.util.Arrays;

/**
 * Numbers ids from 0 in the order in which they are added. Holds up to 2²⁹ ids of 24 to 48 bytes
 * each. Not thread-safe.
 */
final class LongIndex {
  private static final int ABSENT = -1;

  private long[] ids = new long[1 << 10];
  private int[] slots = new int[1 << 11];
  private int size;

  LongIndex() {
    Arrays.fill(slots, ABSENT);
  }

  int size() {
    return size;
  }

  long id(int index) {
    return ids[index];
  }

  /** Returns the largest id; -1 if there is none. */
  long largest() {
    return Arrays.stream(ids, 0, size).max().orElse(-1);
  }

  /** Returns the number of an id; assigns the next one if it has none. */
  int add(long id) {
    int slot = slot(id);
    if (slots[slot] != ABSENT) {
      return slots[slot];
    }
    if (size == ids.length) {
      grow();
      slot = slot(id);
    }
    ids[size] = id;
    slots[slot] = size;
    return size++;
  }

  /** Returns the number of an id; -1 if it has none. */
  int get(long id) {
    return slots[slot(id)];
  }

  private int slot(long id) {
    int mask = slots.length - 1;
    long hash = id * 0x9E3779B97F4A7C15L;
    int slot = (int) (hash >>> 32) & mask;
    while (slots[slot] != ABSENT && ids[slots[slot]] != id) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    ids = Arrays.copyOf(ids, ids.length * 2);
    slots = new int[ids.length * 2];
    Arrays.fill(slots, ABSENT);
    for (int i = 0; i < size; i++) {
      slots[slot(ids[i])] = i;
    }
  }
}
