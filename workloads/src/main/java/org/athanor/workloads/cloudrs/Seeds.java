// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.cloudrs;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Chooses the sequences of a read under which it is put into stacks: of each twelve that follow
 * each other, the one whose hash is smallest (minimizers: Roberts et al., Bioinformatics 20, 2004).
 * Reads with 35 bases in common have a seed in common, whatever else is in them.
 */
final class Seeds {
  private static final int WINDOW = 12;

  private final StopList stops;

  Seeds(StopList stops) {
    this.stops = stops;
  }

  /** Returns the offsets of the seeds; a sequence that a read has twice is a seed once. */
  List<Integer> of(long[] kmers) {
    long[] ranks = new long[kmers.length];
    for (int i = 0; i < kmers.length; i++) {
      ranks[i] = rank(kmers[i]);
    }
    List<Integer> seeds = new ArrayList<>();
    Set<Long> known = new HashSet<>();
    for (int start = 0; start == 0 || start + WINDOW <= ranks.length; start++) {
      int best = -1;
      for (int i = start; i < Math.min(start + WINDOW, ranks.length); i++) {
        if (ranks[i] >= 0 && (best < 0 || ranks[i] < ranks[best])) {
          best = i;
        }
      }
      if (best >= 0 && known.add(Kmers.canonical(kmers[best]))) {
        seeds.add(best);
      }
    }
    return seeds;
  }

  /** Returns a number that does not depend on the direction; -1 for a sequence of no use. */
  private long rank(long kmer) {
    if (Kmers.useless(kmer) || stops.contains(kmer)) {
      return -1;
    }
    long z = Kmers.canonical(kmer) * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 32)) * 0xD6E8FEB86659FD93L;
    return (z ^ (z >>> 32)) >>> 1;
  }
}
