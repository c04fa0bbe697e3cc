// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.order;

import org.apache.hadoop.io.RawComparator;

/**
 * The order of serialized keys: an unsigned 8-byte prefix that agrees with the job's sort
 * comparator, and the comparator itself for what the prefix leaves open (Flame-MR's binary
 * comparison, thesis §3.3.2, carried to one machine word).
 *
 * <p>For all keys a and b: {@code prefix(a) < prefix(b)} (unsigned) implies that a sorts before b;
 * and if the prefixes are equal and {@link #decides} says so, the keys are equal. An order that
 * knows nothing of its comparator has the prefix 0 for all keys and never decides.
 *
 * <p>Not thread-safe: a job's comparator may keep buffers. Each operation makes its own.
 */
public abstract class KeyOrder {
  /** An order for keys of the given class under the job's sort comparator. */
  public static KeyOrder of(Class<?> keyClass, RawComparator<?> comparator) {
    return KnownOrders.of(keyClass, comparator);
  }

  /** The key's place in the order, as far as 8 bytes can tell; compare unsigned. */
  public abstract long prefix(byte[] data, int offset, int length);

  /** Whether two keys that both have this prefix are certainly equal. */
  public abstract boolean decides(long prefix);

  /** Whether there are prefixes behind the first; see {@link #prefix(byte[], int, int, int)}. */
  public boolean isDeep() {
    return false;
  }

  /**
   * The place among keys whose prefixes are equal and undecided at all lower depths, with the same
   * promises as the first.
   *
   * @param depth 0 for the first prefix; otherwise the order must be {@link #isDeep}
   */
  public long prefix(byte[] data, int offset, int length, int depth) {
    if (depth != 0) {
      throw new IllegalArgumentException("depth " + depth + " of an order that has none");
    }
    return prefix(data, offset, length);
  }

  /** Full comparison, as the job's sort comparator. */
  public abstract int compare(
      byte[] a, int aOffset, int aLength, byte[] b, int bOffset, int bLength);

  /** Whether nothing is known of the order but the comparator itself. */
  public boolean isOpaque() {
    return false;
  }
}
