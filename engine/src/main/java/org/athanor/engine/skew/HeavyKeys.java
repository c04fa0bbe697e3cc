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

  /**
   * Bytes of a key that are kept. Of longer keys the beginning, the length and a hash tell whether
   * they are the same.
   */
  private static final int MOST_KEY_BYTES = 4096;

  /** A group with fewer records is of no interest. */
  private static final int LEAST_RECORDS = 16;

  private final List<Entry> entries = new ArrayList<>(KEYS); // the most records first
  private long threshold = LEAST_RECORDS - 1;

  /** Which keys are of one group. */
  public interface Grouping {
    /** Returns whether two serialized keys are, by the job's grouping comparator. */
    boolean isSame(byte[] one, byte[] other);
  }

  /** The group of a key. */
  private static final class Entry {
    private final byte[] key; // serialized; its beginning if it is long
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

    /** Returns the beginning of the key, which is shown. */
    byte[] start() {
      return Arrays.copyOf(key, Math.min(key.length, KeyText.MAX_BYTES));
    }

    int length() {
      return length;
    }

    long records() {
      return records;
    }

    boolean isSameGroup(Entry other, Grouping grouping) {
      return isSameKey(other) || (isWhole() && other.isWhole() && grouping.isSame(key, other.key));
    }

    private boolean isSameKey(Entry other) {
      return length == other.length && hash == other.hash && Arrays.equals(key, other.key);
    }

    private boolean isWhole() {
      return key.length == length;
    }
  }

  /** Returns how many records a group may have that {@link #add} ignores. */
  public long threshold() {
    return threshold;
  }

  /**
   * Adds a group, which the reducer sees once.
   *
   * @param key one of its keys
   */
  public void add(byte[] key, int offset, int length, long records) {
    int kept = Math.min(length, MOST_KEY_BYTES);
    add(
        new Entry(
            Arrays.copyOfRange(key, offset, offset + kept),
            length,
            hash(key, offset, length),
            records));
  }

  /**
   * Adds the groups that another reducer has found, which are others or parts of the same ones. Of
   * a group that both have found, the other's key is kept.
   */
  public void addAll(HeavyKeys other, Grouping grouping) {
    for (Entry added : other.entries) {
      Entry sum = added;
      for (Entry entry : entries) {
        if (entry.isSameGroup(added, grouping)) {
          sum = sum.with(entry.records());
        }
      }
      entries.removeIf(entry -> entry.isSameGroup(added, grouping));
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
        .map(e -> new HeavyKey(KeyText.of(keyClass, e.start(), e.length()), e.records()))
        .toList();
  }
}
