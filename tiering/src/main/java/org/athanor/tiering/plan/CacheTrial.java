// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Caches of several sizes, filled as a plan would have filled them before a period, and what they
 * served in it. As in {@link org.athanor.storage.decision.PersistentRegion}, the first files of a
 * ranking go in; one that does not fit is left out, so that a smaller one may take the rest. What a
 * cache held before has no bonus here.
 */
final class CacheTrial {
  /**
   * What one period had.
   *
   * @param accesses to files of the image, from 1
   * @param bytes of these accesses, if each reads the whole file
   * @param hits accesses to files in the cache, for each size
   * @param hitBytes their bytes
   */
  record Outcome(long accesses, double bytes, long[] hits, double[] hitBytes) {}

  private final long[] sizes;
  private final List<Outcome> outcomes = new ArrayList<>();

  /** Tries caches of these sizes, in bytes. */
  CacheTrial(long[] sizes) {
    this.sizes = sizes.clone();
  }

  /**
   * Adds a period. One without accesses says nothing and is left out.
   *
   * @param ranking numbers of files, the first one goes in first
   * @param accesses of each file in the period
   * @param lengths of each file, in bytes
   */
  void period(int[] ranking, int[] accesses, long[] lengths) {
    long allAccesses = 0;
    double allBytes = 0;
    for (int file = 0; file < accesses.length; file++) {
      allAccesses += accesses[file];
      allBytes += (double) accesses[file] * lengths[file];
    }
    if (allAccesses == 0) {
      return;
    }
    long[] rest = sizes.clone();
    long[] hits = new long[sizes.length];
    double[] hitBytes = new double[sizes.length];
    for (int file : ranking) {
      for (int size = 0; size < sizes.length; size++) {
        if (lengths[file] <= rest[size]) {
          rest[size] -= lengths[file];
          hits[size] += accesses[file];
          hitBytes[size] += (double) accesses[file] * lengths[file];
        }
      }
    }
    outcomes.add(new Outcome(allAccesses, allBytes, hits, hitBytes));
  }

  /** Of the periods so far, in their order. */
  List<Outcome> outcomes() {
    return outcomes;
  }
}
