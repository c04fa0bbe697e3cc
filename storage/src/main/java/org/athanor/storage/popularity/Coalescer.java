// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

import java.util.Arrays;
import org.athanor.storage.check.Checks;

/**
 * Makes one access of many: a job opens a file once for each split and block, and the log has a
 * line for each of them. The first access of a caller to a file opens a window; accesses of the
 * same caller to the same file in that window are not counted.
 *
 * <p>Windows are measured by the times of the events, in any order: an event that is less than a
 * window before or after the counted one belongs to it. A clock that was set back, or forward, by
 * more than a window therefore opens a new window, and hides nothing after that.
 *
 * <p>Memory grows with the number of windows that are open at the same time ({@link
 * #retainedBytes()}), so that the tables of a quiet log stay in the processor's cache. It is
 * bounded: 128 bytes at most for each pair of file and caller that can be remembered. If more
 * windows are open at the same time, the oldest are forgotten, their number is in {@link
 * #forgottenOpen()}, and a forgotten pair may be counted once more in its window. Windows that are
 * over are forgotten when there is no room. Pairs are compared by hashes of 64 bits: of a million
 * remembered pairs, one new pair in 18 trillion is mistaken for another.
 */
public final class Coalescer {
  /** What {@link #pairs} may be at most, so that the tables' lengths are integers. */
  public static final int MAX_PAIRS = 1 << 28;

  /** Pairs of the first tables. */
  private static final int FIRST_PAIRS = 1024;

  private final long windowMillis;
  private final int pairs;
  private Generation young;
  private Generation old;
  private long forgottenOpen;

  /**
   * Remembers nothing yet.
   *
   * @param windowMillis length of a window, from 1
   * @param pairs number of pairs of file and caller that are remembered at least while their
   *     windows are open, 1 to {@link #MAX_PAIRS}
   */
  public Coalescer(long windowMillis, int pairs) {
    this.windowMillis = Checks.atLeast(1, "windowMillis", windowMillis);
    this.pairs = (int) Checks.atLeast(1, "pairs", pairs);
    if (pairs > MAX_PAIRS) {
      throw new IllegalArgumentException("pairs=" + pairs + ": must be " + MAX_PAIRS + " or less");
    }
    young = new Generation(Math.min(pairs, FIRST_PAIRS));
    old = new Generation(Math.min(pairs, FIRST_PAIRS));
  }

  /** Whether an access counts: whether it is the first of its window. */
  public boolean counts(AccessEvent event) {
    long key = key(event.path(), event.caller());
    long now = event.timeMillis();
    int slot = young.slot(key);
    if (young.holds(slot)) {
      return young.reopened(slot, now, windowMillis);
    }
    int oldSlot = old.slot(key);
    boolean counts = !old.holds(oldSlot) || !old.isOpen(oldSlot, now, windowMillis);
    long start = counts ? now : old.start(oldSlot);
    if (young.size == young.pairs) {
      makeRoom(now);
      slot = young.slot(key);
    }
    young.put(slot, key, start);
    return counts;
  }

  /** Number of windows that were forgotten while they were open, since this object exists. */
  public long forgottenOpen() {
    return forgottenOpen;
  }

  /** Bytes of the tables. */
  public long retainedBytes() {
    return (long) Long.BYTES * (young.entries.length + old.entries.length);
  }

  private void makeRoom(long now) {
    if (old.isOver(now, windowMillis)) {
      retire();
    } else if (young.pairs < pairs) {
      young = young.enlarged((int) Math.min(pairs, 2L * young.pairs));
    } else {
      countForgotten(old, now);
      retire();
    }
  }

  private void countForgotten(Generation retired, long now) {
    for (int slot = 0; slot <= retired.mask; slot++) {
      if (retired.holds(slot)
          && retired.isOpen(slot, now, windowMillis)
          && !young.holds(young.slot(retired.key(slot)))) {
        forgottenOpen++;
      }
    }
  }

  private void retire() {
    Generation retired = old;
    old = young;
    retired.clear();
    young = retired;
  }

  /** A hash that is never 0, which marks a free slot. */
  private static long key(String path, String caller) {
    long hash = mix(fold(fold(0xcbf29ce484222325L, path) * 31 + path.length(), caller));
    return hash == 0 ? 1 : hash;
  }

  private static long fold(long hash, String text) {
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    return hash;
  }

  private static long mix(long hash) {
    hash = (hash ^ (hash >>> 32)) * 0xd6e8feb86659fd93L;
    hash = (hash ^ (hash >>> 32)) * 0xd6e8feb86659fd93L;
    return hash ^ (hash >>> 32);
  }

  /** A table of windows by their key: open addressing, at most half full. */
  private static final class Generation {
    /** Key and start of each slot, side by side: an access then reads one line of the cache. */
    private final long[] entries;

    private final int mask;
    private final int pairs;
    private int size;

    /** The least and the greatest start of a window. */
    private long earliest = Long.MAX_VALUE;

    private long latest = Long.MIN_VALUE;

    private Generation(int pairs) {
      this.pairs = pairs;
      int slots = Integer.highestOneBit(Math.max(1, pairs)) * 2;
      if (slots < 2L * pairs) {
        slots *= 2;
      }
      entries = new long[2 * slots];
      mask = slots - 1;
    }

    /** A copy with room for more pairs. */
    private Generation enlarged(int morePairs) {
      Generation large = new Generation(morePairs);
      for (int slot = 0; slot <= mask; slot++) {
        if (holds(slot)) {
          large.put(large.slot(key(slot)), key(slot), start(slot));
        }
      }
      return large;
    }

    private int slot(long key) {
      int slot = (int) key & mask;
      while (key(slot) != 0 && key(slot) != key) {
        slot = (slot + 1) & mask;
      }
      return slot;
    }

    private long key(int slot) {
      return entries[2 * slot];
    }

    private long start(int slot) {
      return entries[2 * slot + 1];
    }

    private boolean holds(int slot) {
      return key(slot) != 0;
    }

    private boolean isOpen(int slot, long now, long windowMillis) {
      return Math.abs(now - start(slot)) < windowMillis;
    }

    /** Whether all windows are before a time, or all are after it. */
    private boolean isOver(long now, long windowMillis) {
      return size == 0 || now - latest >= windowMillis || earliest - now >= windowMillis;
    }

    private boolean reopened(int slot, long now, long windowMillis) {
      if (isOpen(slot, now, windowMillis)) {
        return false;
      }
      begin(slot, now);
      return true;
    }

    private void put(int slot, long key, long start) {
      entries[2 * slot] = key;
      begin(slot, start);
      size++;
    }

    private void begin(int slot, long start) {
      entries[2 * slot + 1] = start;
      earliest = Math.min(earliest, start);
      latest = Math.max(latest, start);
    }

    private void clear() {
      Arrays.fill(entries, 0);
      size = 0;
      earliest = Long.MAX_VALUE;
      latest = Long.MIN_VALUE;
    }
  }
}
