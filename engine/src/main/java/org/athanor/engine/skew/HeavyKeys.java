// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.skew;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The groups of keys with the most records. A reduce sees each group in one piece, so the counts
 * are exact, and a group costs one comparison unless it is one of the largest. One thread.
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
    private final long records;

    Entry(byte[] key, int length, long records) {
      this.key = key;
      this.length = length;
      this.records = records;
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
      return length == other.length && Arrays.equals(key, other.key);
    }
  }

  /** Returns how many records a group may have that {@link #add} ignores. */
  public long threshold() {
    return threshold;
  }

  /** Adds a group; of a key that was added before, another part of its group. */
  public void add(byte[] key, int offset, int length, long records) {
    int kept = Math.min(length, KeyText.MAX_BYTES);
    add(new Entry(Arrays.copyOfRange(key, offset, offset + kept), length, records));
  }

  /** Adds the keys that another reducer has found, of other groups or of parts of the same ones. */
  public void addAll(HeavyKeys other) {
    other.entries.forEach(this::add);
  }

  private void add(Entry added) {
    long records = added.records();
    for (Entry entry : entries) {
      if (entry.isSameKey(added)) {
        records += entry.records();
      }
    }
    entries.removeIf(entry -> entry.isSameKey(added));
    entries.add(new Entry(added.key(), added.length(), records));
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
