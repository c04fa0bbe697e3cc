// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * How whole the files are that rules place.
 *
 * @param began when the daemon began to look at all of them
 * @param isComplete whether it has looked at all since
 * @param files that it has looked at since, without those that rules do not place
 * @param spots of the tiers and regions that shall hold files, how many of these they hold
 * @param leftAlone number of files that are not whole and were left alone, by reason
 * @param repaired files that it has made whole since its start
 */
public record KeptFacts(
    Instant began,
    boolean isComplete,
    long files,
    Map<Spot, Count> spots,
    Map<String, Long> leftAlone,
    long repaired) {
  /**
   * Files of a tier or region.
   *
   * @param whole those that it holds with all of their blocks
   * @param notWhole the others that it shall hold
   */
  public record Count(long whole, long notWhole) {
    static final Count NONE = new Count(0, 0);

    Count and(boolean isWhole) {
      return new Count(whole + (isWhole ? 1 : 0), notWhole + (isWhole ? 0 : 1));
    }

    Count mended() {
      return new Count(whole + 1, notWhole - 1);
    }
  }

  /** Copies the maps. */
  public KeptFacts {
    spots = new TreeMap<>(spots);
    leftAlone = new TreeMap<>(leftAlone);
  }
}
