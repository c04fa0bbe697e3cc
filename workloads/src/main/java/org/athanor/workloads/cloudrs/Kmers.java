// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.cloudrs;

/**
 * Sequences of 24 bases as numbers: A 0, C 1, G 2, T 3, two bits each, the first base highest. The
 * canonical form of a sequence is the smaller of itself and its reverse complement.
 */
final class Kmers {
  /** Bases in a sequence. */
  static final int K = 24;

  private static final int BITS = 2 * K;
  private static final long MASK = (1L << BITS) - 1;
  private static final long ODD_BITS = 0x5555555555555555L;
  private static final byte[] LETTERS = {'A', 'C', 'G', 'T'};

  private Kmers() {}

  /** Returns the code of A, C, G or T. */
  static int code(byte base) {
    return switch (base) {
      case 'A' -> 0;
      case 'C' -> 1;
      case 'G' -> 2;
      case 'T' -> 3;
      default -> throw new IllegalArgumentException("base " + (char) base);
    };
  }

  static byte letter(int code) {
    return LETTERS[code];
  }

  /** Returns the sequence that ends one base later. */
  static long append(long kmer, int code) {
    return ((kmer << 2) | code) & MASK;
  }

  static long reverseComplement(long kmer) {
    long reversed = Long.reverse(~kmer);
    long pairs = ((reversed >>> 1) & ODD_BITS) | ((reversed & ODD_BITS) << 1);
    return pairs >>> (Long.SIZE - BITS);
  }

  static long canonical(long kmer) {
    return Math.min(kmer, reverseComplement(kmer));
  }

  /**
   * Whether stacks of a sequence would be of no use: only A or only T, or its own reverse
   * complement, which has no direction.
   */
  static boolean useless(long kmer) {
    return kmer == 0 || kmer == MASK || kmer == reverseComplement(kmer);
  }

  /** Returns the sequences of a read, by their first bases; none if it is shorter. */
  static long[] of(byte[] bases, int length) {
    long[] kmers = new long[Math.max(0, length - K + 1)];
    long kmer = 0;
    for (int i = 0; i < length; i++) {
      kmer = append(kmer, code(bases[i]));
      if (i >= K - 1) {
        kmers[i - K + 1] = kmer;
      }
    }
    return kmers;
  }
}
