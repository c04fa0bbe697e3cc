// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mardre;

import java.util.Arrays;

/**
 * Two codes of bases. As digits, A 0, C 1, G 2, T 3, anything else (N) 4, so that up to 27 bases
 * are a positive {@code long}. As bits, A 1, C 2, G 4, T 8, N 0, so that two different bases have
 * two bits that differ, and a base and N have one. Lower-case letters are as upper-case ones.
 */
final class Bases {
  /** Most bases of a prefix: 5²⁷ is less than 2⁶³. */
  static final int LONGEST_PREFIX = 27;

  /** Bases in a word of codes. */
  static final int IN_WORD = 16;

  private static final int BITS = 4;
  private static final byte[] LETTERS = {'A', 'C', 'G', 'T', 'N'};

  private Bases() {}

  /** Returns the base's digit, from 0 to 4. */
  static int digit(byte base) {
    return switch (base) {
      case 'A', 'a' -> 0;
      case 'C', 'c' -> 1;
      case 'G', 'g' -> 2;
      case 'T', 't' -> 3;
      default -> 4;
    };
  }

  /** Whether bases can be restored from their digits. */
  static boolean plain(byte[] bases, int length) {
    for (int i = 0; i < length; i++) {
      if (bases[i] != LETTERS[digit(bases[i])]) {
        return false;
      }
    }
    return true;
  }

  /** Returns the number whose digits in base 5 are the bases, the first one being the highest. */
  static long prefix(byte[] bases, int length) {
    long value = 0;
    for (int i = 0; i < length; i++) {
      value = value * 5 + digit(bases[i]);
    }
    return value;
  }

  /** Puts the bases of a prefix into an array. */
  static void restorePrefix(long prefix, byte[] bases, int length) {
    long rest = prefix;
    for (int i = length - 1; i >= 0; i--) {
      bases[i] = LETTERS[(int) (rest % 5)];
      rest /= 5;
    }
  }

  /** Returns the number of words for so many bases. */
  static int words(int bases) {
    return (bases + IN_WORD - 1) / IN_WORD;
  }

  /** Puts bases into words, from the lowest bits on. */
  static void pack(byte[] bases, int from, int to, long[] words) {
    Arrays.fill(words, 0, words(to - from), 0);
    for (int i = from; i < to; i++) {
      int digit = digit(bases[i]);
      long code = digit == 4 ? 0 : 1L << digit;
      int at = i - from;
      words[at / IN_WORD] |= code << (at % IN_WORD * BITS);
    }
  }

  /** Restores bases from words. */
  static void unpack(long[] words, int count, byte[] bases, int from) {
    for (int i = 0; i < count; i++) {
      int code = (int) (words[i / IN_WORD] >>> (i % IN_WORD * BITS)) & 0xF;
      bases[from + i] = code == 0 ? (byte) 'N' : LETTERS[Integer.numberOfTrailingZeros(code)];
    }
  }

  /**
   * Returns the number of bases that differ in two words. Two bases against N in one word count as
   * one.
   */
  static int mismatches(long a, long b) {
    return (Long.bitCount(a ^ b) + 1) / 2;
  }
}
