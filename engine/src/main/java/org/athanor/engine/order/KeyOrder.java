// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.order;

import org.apache.hadoop.io.RawComparator;

/**
 * The order of serialized keys: an unsigned 8-byte prefix that is consistent with the job's sort
 * comparator, and the comparator itself for keys that the prefix does not decide (Flame-MR's binary
 * comparison, thesis §3.3.2, reduced to one machine word).
 *
 * <p>For all keys a and b: {@code prefix(a) < prefix(b)} (unsigned) implies that a sorts before b.
 * If the prefixes are equal and {@link #decides} returns true for them, the keys are equal. If the
 * comparator is unknown, all keys have the prefix 0, and {@code decides} returns false.
 *
 * <p>Not thread-safe, because a job's comparator may hold buffers. Each operation creates its own.
 */
public abstract class KeyOrder {
  /** Returns the order for keys of the given class and the job's sort comparator. */
  public static KeyOrder of(Class<?> keyClass, RawComparator<?> comparator) {
    return KnownOrders.of(keyClass, comparator);
  }

  /** Returns the key's prefix, to be compared unsigned. */
  public abstract long prefix(byte[] data, int offset, int length);

  /** Whether two keys with this prefix are always equal. */
  public abstract boolean decides(long prefix);

  /** Whether there are prefixes after the first; see {@link #prefix(byte[], int, int, int)}. */
  public boolean isDeep() {
    return false;
  }

  /**
   * Returns the key's prefix at a depth. It orders keys whose prefixes are equal and do not decide
   * at all lower depths, by the same rules as the first prefix.
   *
   * @param depth 0 for the first prefix; other values require {@link #isDeep}
   */
  public long prefix(byte[] data, int offset, int length, int depth) {
    if (depth != 0) {
      throw new IllegalArgumentException("depth " + depth + " of an order that has none");
    }
    return prefix(data, offset, length);
  }

  /** Compares whole keys by the job's sort comparator, or equivalently. */
  public abstract int compare(
      byte[] a, int aOffset, int aLength, byte[] b, int bOffset, int bLength);

  /** Whether only the comparator is known, so that prefixes do not help. */
  public boolean isOpaque() {
    return false;
  }
}
