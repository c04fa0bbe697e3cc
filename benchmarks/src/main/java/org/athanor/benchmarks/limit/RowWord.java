// SPDX-License-Identifier: Apache-2.0
package org.athanor.benchmarks.limit;

/**
 * A row as one non-negative long, whose order is the order of keys within a bucket.
 *
 * <pre>
 *  63   62            28 27         0
 * +---+-----------------+------------+
 * | 0 | key bits 16..50 | row number |
 * +---+-----------------+------------+
 * </pre>
 */
final class RowWord {
  static final int ROW_BITS = 28;
  private static final long ROW_MASK = (1L << ROW_BITS) - 1;

  private RowWord() {}

  static long of(long prefix, int row) {
    return (((prefix << 16) >>> 1) & ~ROW_MASK) | row;
  }

  static int row(long word) {
    return (int) (word & ROW_MASK);
  }

  /**
   * Sorts, by their whole keys, the neighbours in a sorted range that have the same 51 key bits.
   */
  static void orderTies(long[] words, int start, int end, RowInput input) {
    for (int i = start + 1; i < end; i++) {
      long word = words[i];
      int hole = i;
      while (hole > start
          && (words[hole - 1] ^ word) >>> ROW_BITS == 0
          && input.compareKeys(row(words[hole - 1]), row(word)) > 0) {
        words[hole] = words[hole - 1];
        hole--;
      }
      words[hole] = word;
    }
  }
}
