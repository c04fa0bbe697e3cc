// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.image;

/** A map from positive numbers to numbers: 24 to 48 bytes an entry. */
final class LongMap {
  private static final int ABSENT = 0;
  private static final int LARGEST = 1 << 29;

  private long[] keys = new long[64];
  private long[] values = new long[64];
  private int size;

  /** Adds or replaces an entry. */
  void put(long key, long value) {
    if (size >= keys.length / 3 * 2) {
      grow();
    }
    int slot = slot(key);
    if (keys[slot] == ABSENT) {
      keys[slot] = key;
      size++;
    }
    values[slot] = value;
  }

  /** The value of a key, 0 if it has none. */
  long get(long key) {
    int slot = slot(key);
    return keys[slot] == ABSENT ? 0 : values[slot];
  }

  private int slot(long key) {
    long mixed = key * 0x9E3779B97F4A7C15L;
    int slot = (int) (mixed >>> 32) & (keys.length - 1);
    while (keys[slot] != ABSENT && keys[slot] != key) {
      slot = (slot + 1) & (keys.length - 1);
    }
    return slot;
  }

  private void grow() {
    if (keys.length >= LARGEST) {
      throw new IllegalStateException("more than " + size + " inodes: use the Delimited format");
    }
    long[] oldKeys = keys;
    long[] oldValues = values;
    keys = new long[2 * oldKeys.length];
    values = new long[2 * oldKeys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != ABSENT) {
        int slot = slot(oldKeys[i]);
        keys[slot] = oldKeys[i];
        values[slot] = oldValues[i];
      }
    }
  }
}
