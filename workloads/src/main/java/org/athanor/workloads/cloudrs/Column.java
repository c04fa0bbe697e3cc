// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.cloudrs;

import java.util.Arrays;

/** The votes for one base of a stack. Not thread-safe. */
final class Column {
  private static final int BASES = 4;

  private final int[] sums = new int[BASES];
  private final int[] strong = new int[BASES];
  private int votes;

  void add(int base, int quality) {
    sums[base] += quality;
    strong[base] += quality >= Limits.STRONG ? 1 : 0;
    votes++;
  }

  void clear() {
    Arrays.fill(sums, 0);
    Arrays.fill(strong, 0);
    votes = 0;
  }

  /**
   * Returns the base with the largest sum of qualities; -1 if several have it, if the sum is below
   * 60, or if there are fewer than six votes.
   */
  int winner() {
    int best = 0;
    boolean only = true;
    for (int base = 1; base < BASES; base++) {
      if (sums[base] > sums[best]) {
        best = base;
        only = true;
      } else if (sums[base] == sums[best]) {
        only = false;
      }
    }
    boolean enough = votes >= Limits.LEAST_VOTES && sums[best] >= Limits.LEAST_SUM;
    return only && enough ? best : -1;
  }

  /** Whether the sum of a base is at most a quarter of the winner's. */
  boolean weak(int base, int winner) {
    return sums[base] * Limits.RATIO <= sums[winner];
  }

  /** Returns the number of votes for a base with a quality of at least 20. */
  int strong(int base) {
    return strong[base];
  }

  /** Whether at least two bases have at least two strong votes: the reads are of two places. */
  boolean branches() {
    int bases = 0;
    for (int count : strong) {
      bases += count >= 2 ? 1 : 0;
    }
    return bases >= 2;
  }

  /** Whether the base has three strong votes at least, and no other more than one. */
  boolean confirms(int winner) {
    boolean confirms = strong[winner] >= 3;
    for (int base = 0; base < BASES; base++) {
      confirms &= base == winner || strong[base] < 2;
    }
    return confirms;
  }
}
