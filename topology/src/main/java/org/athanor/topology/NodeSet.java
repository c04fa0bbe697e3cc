// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.util.BitSet;

/**
 * An immutable set of NUMA nodes by their OS indexes, as {@code /sys/devices/system/node} numbers
 * them. May be infinite. Thread-safe.
 */
public final class NodeSet extends Bitmap<NodeSet> {
  private static final NodeSet EMPTY = new NodeSet(new long[0], false);
  private static final NodeSet FULL = new NodeSet(new long[0], true);

  private NodeSet(long[] words, boolean infinite) {
    super(words, infinite);
  }

  @Override
  NodeSet create(long[] newWords, boolean newInfinite) {
    return new NodeSet(newWords, newInfinite);
  }

  /** Returns the empty set. */
  public static NodeSet empty() {
    return EMPTY;
  }

  /** Returns the set of all indexes. */
  public static NodeSet full() {
    return FULL;
  }

  /**
   * Returns the set of these indexes.
   *
   * @throws IllegalArgumentException if one is negative
   */
  public static NodeSet of(int... indexes) {
    return new NodeSet(wordsOf(indexes), false);
  }

  /** Returns the indexes from {@code first} to {@code last}, both included. */
  public static NodeSet ofRange(int first, int last) {
    return new NodeSet(wordsOfRange(first, last), false);
  }

  /** Returns all indexes from {@code first} on. */
  public static NodeSet from(int first) {
    return first == 0 ? FULL : ofRange(0, first - 1).not();
  }

  /** Returns the indexes of the bits that are set. */
  public static NodeSet of(BitSet bits) {
    checkIndex(Math.max(0, bits.length() - 1));
    return new NodeSet(bits.toLongArray(), false);
  }

  /**
   * Parses the format of {@link #toListString}; spaces may replace commas.
   *
   * @throws IllegalArgumentException if the text is malformed
   */
  public static NodeSet parseList(String text) {
    return BitmapText.parseList(text, NodeSet::new);
  }

  /**
   * Parses the format of {@link #toMaskString}.
   *
   * @throws IllegalArgumentException if the text is malformed
   */
  public static NodeSet parseMask(String text) {
    return BitmapText.parseMask(text, NodeSet::new);
  }

  /**
   * Parses the format of {@link #toTasksetString}; {@code 0x} may be missing.
   *
   * @throws IllegalArgumentException if the text is malformed
   */
  public static NodeSet parseTaskset(String text) {
    return BitmapText.parseTaskset(text, NodeSet::new);
  }
}
