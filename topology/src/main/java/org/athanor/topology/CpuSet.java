// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.util.BitSet;

/**
 * An immutable set of PUs (hardware threads) by their OS indexes, as {@code /proc/cpuinfo} numbers
 * them. May be infinite. Thread-safe.
 */
public final class CpuSet extends Bitmap<CpuSet> {
  private static final CpuSet EMPTY = new CpuSet(new long[0], false);
  private static final CpuSet FULL = new CpuSet(new long[0], true);

  private CpuSet(long[] words, boolean infinite) {
    super(words, infinite);
  }

  @Override
  CpuSet create(long[] newWords, boolean newInfinite) {
    return new CpuSet(newWords, newInfinite);
  }

  /** The set without members. */
  public static CpuSet empty() {
    return EMPTY;
  }

  /** Every index there could be. */
  public static CpuSet full() {
    return FULL;
  }

  /**
   * The set of these indexes.
   *
   * @throws IllegalArgumentException if one is negative
   */
  public static CpuSet of(int... indexes) {
    return new CpuSet(wordsOf(indexes), false);
  }

  /** From {@code first} to {@code last}, both included. */
  public static CpuSet ofRange(int first, int last) {
    return new CpuSet(wordsOfRange(first, last), false);
  }

  /** All indexes from {@code first} on. */
  public static CpuSet from(int first) {
    return first == 0 ? FULL : ofRange(0, first - 1).not();
  }

  /** The indexes of the bits that are set. */
  public static CpuSet of(BitSet bits) {
    checkIndex(Math.max(0, bits.length() - 1));
    return new CpuSet(bits.toLongArray(), false);
  }

  /**
   * The reverse of {@link #toListString}; spaces separate as commas do.
   *
   * @throws IllegalArgumentException if the text is malformed
   */
  public static CpuSet parseList(String text) {
    return BitmapText.parseList(text, CpuSet::new);
  }

  /**
   * The reverse of {@link #toMaskString}.
   *
   * @throws IllegalArgumentException if the text is malformed
   */
  public static CpuSet parseMask(String text) {
    return BitmapText.parseMask(text, CpuSet::new);
  }

  /**
   * The reverse of {@link #toTasksetString}; {@code 0x} may be missing.
   *
   * @throws IllegalArgumentException if the text is malformed
   */
  public static CpuSet parseTaskset(String text) {
    return BitmapText.parseTaskset(text, CpuSet::new);
  }
}
