// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.util.Arrays;

/**
 * Counts byte strings in an open-addressing hash table with one array per string. Not thread-safe.
 */
final class ByteCounts {
  private byte[][] keys = new byte[1 << 10][];
  private int[] hashes = new int[1 << 10];
  private long[] counts = new long[1 << 10];
  private int size;

  /** Receives the entries. */
  interface Entry {
    void entry(byte[] key, long count);
  }

  void add(byte[] bytes, int offset, int length, long count) {
    int slot = slot(bytes, offset, length);
    if (keys[slot] == null) {
      keys[slot] = Arrays.copyOfRange(bytes, offset, offset + length);
      hashes[slot] = hash(bytes, offset, length);
      size++;
      if (size * 2 > keys.length) {
        counts[slot] = count;
        grow();
        return;
      }
    }
    counts[slot] += count;
  }

  void addAll(ByteCounts other) {
    other.forEach((key, count) -> add(key, 0, key.length, count));
  }

  /** Returns the count of a string; 0 if it was not added. */
  long get(byte[] bytes, int offset, int length) {
    return counts[slot(bytes, offset, length)];
  }

  int size() {
    return size;
  }

  void forEach(Entry entry) {
    for (int i = 0; i < keys.length; i++) {
      if (keys[i] != null) {
        entry.entry(keys[i], counts[i]);
      }
    }
  }

  private int slot(byte[] bytes, int offset, int length) {
    int hash = hash(bytes, offset, length);
    int mask = keys.length - 1;
    int slot = hash & mask;
    while (keys[slot] != null
        && !(hashes[slot] == hash
            && Arrays.equals(keys[slot], 0, keys[slot].length, bytes, offset, offset + length))) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** Returns a hash whose highest and lowest bits are mixed. */
  static int hash(byte[] bytes, int offset, int length) {
    int hash = length;
    for (int i = offset; i < offset + length; i++) {
      hash = hash * 31 + bytes[i];
    }
    hash *= 0x9E3779B9;
    return hash ^ (hash >>> 15);
  }

  private void grow() {
    byte[][] oldKeys = keys;
    int[] oldHashes = hashes;
    long[] oldCounts = counts;
    int length = oldKeys.length * 2;
    keys = new byte[length][];
    hashes = new int[length];
    counts = new long[length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != null) {
        int slot = oldHashes[i] & (length - 1);
        while (keys[slot] != null) {
          slot = (slot + 1) & (length - 1);
        }
        keys[slot] = oldKeys[i];
        hashes[slot] = oldHashes[i];
        counts[slot] = oldCounts[i];
      }
    }
  }
}
