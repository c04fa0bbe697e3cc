// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.skew;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The groups of keys with the most records. A reducer sees each group in one piece, so its counts
 * are exact, and a group costs one comparison unless it is one of the largest. If several reducers
 * have seen parts of a group, those parts count that are among the largest of their reducer. One
 * thread.
 */
public final class HeavyKeys {
  /** How many keys are kept. */
  public static final int KEYS = 5;

  /** A group with fewer records is of no interest. */
  private static final int LEAST_RECORDS = 16;

  private final List<Entry> entries = new ArrayList<>(KEYS); // the most records first
  private long threshold = LEAST_RECORDS - 1;

  /** A key's group. */
  private static final class Entry {
    private final byte[] key; // its beginning, serialized
    private final int length; // of the whole key
    private final long hash; // of the whole key
    private final long records;

    Entry(byte[] key, int length, long hash, long records) {
      this.key = key;
      this.length = length;
      this.hash = hash;
      this.records = records;
    }

    Entry with(long moreRecords) {
      return new Entry(key, length, hash, records + moreRecords);
    }

    byte[] key() {
      return key;
    }

    int length() {
      return length;
    }

    long records() {
      return records;
    }

    boolean isSameKey(Entry other) {
      return length == other.length && hash == other.hash && Arrays.equals(key, other.key);
    }
  }

  /** Returns how many records a group may have that {@link #add} ignores. */
  public long threshold() {
    return threshold;
  }

  /** Adds a group, which the reducer sees once. */
  public void add(byte[] key, int offset, int length, long records) {
    int kept = Math.min(length, KeyText.MAX_BYTES);
    add(
        new Entry(
            Arrays.copyOfRange(key, offset, offset + kept),
            length,
            hash(key, offset, length),
            records));
  }

  /** Adds the keys that another reducer has found, of other groups or of parts of the same ones. */
  public void addAll(HeavyKeys other) {
    for (Entry added : other.entries) {
      Entry sum = added;
      for (Entry entry : entries) {
        if (entry.isSameKey(added)) {
          sum = sum.with(entry.records());
        }
      }
      entries.removeIf(entry -> entry.isSameKey(added));
      add(sum);
    }
  }

  private static long hash(byte[] key, int offset, int length) {
    long hash = 0;
    for (int i = offset; i < offset + length; i++) {
      hash = (hash ^ key[i]) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 32;
    }
    return hash;
  }

  private void add(Entry added) {
    entries.add(added);
    entries.sort(Comparator.comparingLong(Entry::records).reversed());
    if (entries.size() > KEYS) {
      entries.remove(KEYS);
    }
    if (entries.size() == KEYS) {
      threshold = Math.max(threshold, entries.get(KEYS - 1).records());
    }
  }

  /**
   * Returns the keys, those with the most records first.
   *
   * @param keyClass the name of the class that has serialized them
   */
  public List<HeavyKey> keys(String keyClass) {
    return entries.stream()
        .map(e -> new HeavyKey(KeyText.of(keyClass, e.key(), e.length()), e.records()))
        .toList();
  }
}
