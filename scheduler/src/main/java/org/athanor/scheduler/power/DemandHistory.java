// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.TreeMap;

/**
 * For how long fewer nodes than a number were needed, and how long such gaps were before. One
 * thread.
 *
 * <p>A gap is expected to last as long again as earlier gaps that were longer than it has been
 * until now: their median. Without {@link #ENOUGH} such gaps it is expected to last as long again
 * as it has lasted. Who switches off after the break-even time then uses at most twice the energy
 * of one who knows the future (S. Irani, S. Shukla, R. Gupta: Online Strategies for Dynamic Power
 * Management, ACM Transactions on Embedded Computing Systems 2(3), 2003).
 */
public final class DemandHistory {
  /** So many longer gaps are needed for a median. */
  static final int ENOUGH = 8;

  /** So many gaps of each number of nodes are remembered. */
  static final int MOST = 32;

  private final TreeMap<Integer, Level> levels = new TreeMap<>();

  /** A number of nodes. */
  private static final class Level {
    private Instant since; // null: so many are needed
    private final long[] gaps = new long[MOST]; // milliseconds
    private int count;
  }

  /**
   * Notes how many nodes are needed.
   *
   * @param needed from 0
   * @param nodes that there are
   */
  public void observe(int needed, int nodes, Instant now) {
    for (int number = 1; number <= nodes; number++) {
      Level level = levels.computeIfAbsent(number, unused -> new Level());
      if (number > needed && level.since == null) {
        level.since = now;
      } else if (number <= needed && level.since != null) {
        long gap = Math.max(0, Duration.between(level.since, now).toMillis());
        level.gaps[level.count % MOST] = gap;
        level.count++;
        level.since = null;
      }
    }
  }

  /** For how much longer fewer than so many nodes are expected to be needed. */
  public Duration expected(int number, Instant now) {
    Level level = levels.get(number);
    if (level == null || level.since == null) {
      return Duration.ZERO;
    }
    long elapsed = Math.max(0, Duration.between(level.since, now).toMillis());
    long[] longer =
        Arrays.stream(level.gaps, 0, Math.min(level.count, MOST))
            .filter(gap -> gap > elapsed)
            .sorted()
            .toArray();
    return Duration.ofMillis(
        longer.length < ENOUGH ? elapsed : longer[(longer.length - 1) / 2] - elapsed);
  }
}
