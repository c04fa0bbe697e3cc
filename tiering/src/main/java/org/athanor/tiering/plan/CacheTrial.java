// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Caches of several sizes, filled as a plan would have filled them before a period, and what they
 * served in it. As in {@link org.athanor.storage.decision.PersistentRegion}, the first files of a
 * ranking go in; one that does not fit is left out, so that a smaller one may take the rest. What a
 * cache held before has no bonus here.
 */
final class CacheTrial {
  /** What one period had. */
  static final class Outcome {
    private final long accesses;
    private final double bytes;
    private final long[] hits;
    private final double[] hitBytes;

    private Outcome(long accesses, double bytes, int sizes) {
      this.accesses = accesses;
      this.bytes = bytes;
      this.hits = new long[sizes];
      this.hitBytes = new double[sizes];
    }

    /** Accesses to files of the image, from 1. */
    long accesses() {
      return accesses;
    }

    /** Bytes of these accesses, if each reads the whole file. */
    double bytes() {
      return bytes;
    }

    /** Accesses to files in the cache of a size, by its place. */
    long hits(int size) {
      return hits[size];
    }

    /** Their bytes. */
    double hitBytes(int size) {
      return hitBytes[size];
    }
  }

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
    Outcome outcome = new Outcome(allAccesses, allBytes, sizes.length);
    for (int file : ranking) {
      for (int size = 0; size < sizes.length; size++) {
        if (lengths[file] <= rest[size]) {
          rest[size] -= lengths[file];
          outcome.hits[size] += accesses[file];
          outcome.hitBytes[size] += (double) accesses[file] * lengths[file];
        }
      }
    }
    outcomes.add(outcome);
  }

  /**
   * The files that fit into a cache.
   *
   * @param ranking numbers of files, the first one goes in first
   */
  static BitSet content(int[] ranking, long size, long[] lengths) {
    BitSet content = new BitSet();
    long rest = size;
    for (int file : ranking) {
      if (lengths[file] <= rest) {
        rest -= lengths[file];
        content.set(file);
      }
    }
    return content;
  }

  /** Of the periods so far, in their order. */
  List<Outcome> outcomes() {
    return outcomes;
  }
}
