// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mardre;

import java.util.ArrayList;
import java.util.List;

/**
 * Fragments with the same prefix, of which no two that are kept are near each other. The rule, for
 * fragments in the order of the input and at most m mismatches:
 *
 * <ul>
 *   <li>The first fragment is kept.
 *   <li>Each next one, with d mismatches to the first, is removed if d ≤ m.
 *   <li>Otherwise it is compared with each kept one whose distance d′ to the first has |d − d′| ≤
 *       m, in the order in which they came. No other can be within m mismatches, by the triangle
 *       inequality. Of the two that are within m mismatches, the one of the higher mean quality is
 *       kept in the place of that one; the earlier one if they are equal.
 * </ul>
 *
 * The cost is quadratic in the number of fragments kept, all of which are in memory. Not
 * thread-safe.
 */
final class Cluster {
  private final int mismatches;
  private final List<Fragment> kept = new ArrayList<>();

  /** Of each kept fragment, the distance to the first; that of the first itself is unused. */
  private final List<Integer> distances = new ArrayList<>();

  /**
   * An empty cluster.
   *
   * @param mismatches the largest distance of duplicates, from 0
   */
  Cluster(int mismatches) {
    this.mismatches = mismatches;
  }

  /** Adds the next fragment, which is copied if it is kept. */
  void add(Fragment fragment) {
    if (kept.isEmpty()) {
      keep(fragment, 0);
      return;
    }
    int distance = fragment.distance(kept.get(0), PackedRead.FAR);
    if (distance <= mismatches) {
      return;
    }
    for (int i = 1; i < kept.size(); i++) {
      if (Math.abs(distance - distances.get(i)) <= mismatches
          && fragment.distance(kept.get(i), mismatches) <= mismatches) {
        if (fragment.betterThan(kept.get(i))) {
          kept.set(i, fragment.copy());
          distances.set(i, distance);
        }
        return;
      }
    }
    keep(fragment, distance);
  }

  private void keep(Fragment fragment, int distance) {
    kept.add(fragment.copy());
    distances.add(distance);
  }

  /** Returns the fragments that are kept. */
  List<Fragment> kept() {
    return kept;
  }
}
