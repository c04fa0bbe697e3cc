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

  /** The set without members. */
  public static NodeSet empty() {
    return EMPTY;
  }

  /** Every index there could be. */
  public static NodeSet full() {
    return FULL;
  }

  /**
   * The set of these indexes.
   *
   * @throws IllegalArgumentException if one is negative
   */
  public static NodeSet of(int... indexes) {
    return new NodeSet(wordsOf(indexes), false);
  }

  /** From {@code first} to {@code last}, both included. */
  public static NodeSet ofRange(int first, int last) {
    return new NodeSet(wordsOfRange(first, last), false);
  }

  /** All indexes from {@code first} on. */
  public static NodeSet from(int first) {
    return first == 0 ? FULL : ofRange(0, first - 1).not();
  }

  /** The indexes of the bits that are set. */
  public static NodeSet of(BitSet bits) {
    checkIndex(Math.max(0, bits.length() - 1));
    return new NodeSet(bits.toLongArray(), false);
  }

  /**
   * The reverse of {@link #toListString}; spaces separate as commas do.
   *
   * @throws IllegalArgumentException if the text is malformed
   */
  public static NodeSet parseList(String text) {
    return BitmapText.parseList(text, NodeSet::new);
  }

  /**
   * The reverse of {@link #toMaskString}.
   *
   * @throws IllegalArgumentException if the text is malformed
   */
  public static NodeSet parseMask(String text) {
    return BitmapText.parseMask(text, NodeSet::new);
  }

  /**
   * The reverse of {@link #toTasksetString}; {@code 0x} may be missing.
   *
   * @throws IllegalArgumentException if the text is malformed
   */
  public static NodeSet parseTaskset(String text) {
    return BitmapText.parseTaskset(text, NodeSet::new);
  }
}
