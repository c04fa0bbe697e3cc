// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

/**
 * Random words with Zipf frequencies. The word of rank k is made of syllables, a consonant and a
 * vowel each: the 100 most frequent words have one, the next 10,000 two, the rest three. Within
 * each group, words are assigned to ranks by a permutation, so that frequency does not follow the
 * alphabet. Immutable, thread-safe.
 */
final class Words {
  /** Number of words with up to three syllables. */
  static final int COUNT = 100 + 10_000 + 1_000_000;

  private static final String CONSONANTS = "bcdfghjklmnpqrstvwxz";
  private static final String VOWELS = "aeiou";

  /** The letters of each word and a blank, lowest byte first. */
  private final long[] letters;

  private final byte[] lengths;
  private final Zipf ranks;

  Words(int vocabulary, double exponent) {
    letters = new long[vocabulary];
    lengths = new byte[vocabulary];
    for (int rank = 0; rank < vocabulary; rank++) {
      spell(rank);
    }
    ranks = new Zipf(vocabulary, exponent);
  }

  private void spell(int rank) {
    int syllables = rank < 100 ? 1 : rank < 10_100 ? 2 : 3;
    int size = syllables == 1 ? 100 : syllables == 2 ? 10_000 : 1_000_000;
    int index = rank - (syllables == 1 ? 0 : syllables == 2 ? 100 : 10_100);
    // 617 and 100 have no common divisor.
    int word = (int) ((index * 617L + 389) % size);
    long packed = 0;
    for (int i = 0; i < syllables; i++) {
      int syllable = word % 100;
      word /= 100;
      packed |= (long) CONSONANTS.charAt(syllable / 5) << (16 * i);
      packed |= (long) VOWELS.charAt(syllable % 5) << (16 * i + 8);
    }
    letters[rank] = packed | (long) ' ' << (16 * syllables);
    lengths[rank] = (byte) (2 * syllables);
  }

  /** Appends words with blanks between them. */
  void append(int count, SplitMix random, RecordBuffer out) {
    for (int i = 0; i < count; i++) {
      append(rank(random), out);
    }
    out.position--;
  }

  /** Returns a random rank, from 0. */
  long rank(SplitMix random) {
    return ranks.next(random);
  }

  /** Appends the word of a rank and a blank. */
  void append(long rank, RecordBuffer out) {
    out.putBytes(letters[(int) rank], lengths[(int) rank] + 1);
  }
}
