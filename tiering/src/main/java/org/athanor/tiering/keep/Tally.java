// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Counts files of a period by what became of them. For one thread. */
final class Tally {
  private long files;
  private long repaired;
  private final Map<Spot, KeptFacts.Count> counts = new HashMap<>();
  private final Map<String, Long> leftAlone = new HashMap<>();

  /** A period begins. What was repaired is counted on. */
  void begin() {
    files = 0;
    counts.clear();
    leftAlone.clear();
  }

  /** A file was looked at that some tiers and regions shall hold, of which some do not. */
  void looked(Set<Spot> spots, Set<Spot> lacking) {
    files++;
    for (Spot spot : spots) {
      boolean isWhole = !lacking.contains(spot);
      counts.merge(spot, KeptFacts.Count.NONE.and(isWhole), (count, one) -> count.and(isWhole));
    }
  }

  void leftAlone(String reason) {
    leftAlone.merge(reason, 1L, Long::sum);
  }

  /** A file came to the tiers and regions that lacked it. */
  void repaired(Set<Spot> lacking) {
    repaired++;
    lacking.forEach(spot -> counts.computeIfPresent(spot, (same, count) -> count.mended()));
  }

  KeptFacts facts(Instant began, boolean isComplete) {
    return new KeptFacts(began, isComplete, files, counts, leftAlone, repaired);
  }
}
