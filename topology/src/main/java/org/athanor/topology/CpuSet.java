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

  /** Returns the empty set. */
  public static CpuSet empty() {
    return EMPTY;
  }

  /** Returns the set of all indexes. */
  public static CpuSet full() {
    return FULL;
  }

  /**
   * Returns the set of these indexes.
   *
   * @throws IllegalArgumentException if one is negative
   */
  public static CpuSet of(int... indexes) {
    return new CpuSet(wordsOf(indexes), false);
  }

  /** Returns the indexes from {@code first} to {@code last}, both included. */
  public static CpuSet ofRange(int first, int last) {
    return new CpuSet(wordsOfRange(first, last), false);
  }

  /** Returns all indexes from {@code first} on. */
  public static CpuSet from(int first) {
    return first == 0 ? FULL : ofRange(0, first - 1).not();
  }

  /** Returns the indexes of the bits that are set. */
  public static CpuSet of(BitSet bits) {
    checkIndex(Math.max(0, bits.length() - 1));
    return new CpuSet(bits.toLongArray(), false);
  }

  /**
   * Parses the format of {@link #toListString}; spaces may replace commas.
   *
   * @throws IllegalArgumentException if the text is malformed
   */
  public static CpuSet parseList(String text) {
    return BitmapText.parseList(text, CpuSet::new);
  }

  /**
   * Parses the format of {@link #toMaskString}.
   *
   * @throws IllegalArgumentException if the text is malformed
   */
  public static CpuSet parseMask(String text) {
    return BitmapText.parseMask(text, CpuSet::new);
  }

  /**
   * Parses the format of {@link #toTasksetString}; {@code 0x} may be missing.
   *
   * @throws IllegalArgumentException if the text is malformed
   */
  public static CpuSet parseTaskset(String text) {
    return BitmapText.parseTaskset(text, CpuSet::new);
  }
}
