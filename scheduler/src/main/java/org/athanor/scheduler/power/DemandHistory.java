// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.TreeMap;

/**
 * For each number of nodes, since when fewer are enough; and how long such gaps were, whatever the
 * number. One thread.
 *
 * <p>A node is left idle for the time that would have cost the least with the last gaps, and at
 * most for the break-even time. That one is taken while fewer than {@link #ENOUGH} gaps are known:
 * who waits so long uses at most twice the energy of one who knows the future (S. Irani, S. Shukla,
 * R. Gupta: Online Strategies for Dynamic Power Management, ACM Transactions on Embedded Computing
 * Systems 2(3), 2003).
 */
public final class DemandHistory {
  /** So many gaps are needed for a choice. */
  static final int ENOUGH = 8;

  /** So many gaps are remembered. */
  static final int MOST = 256;

  private final TreeMap<Integer, Instant> since = new TreeMap<>(); // by number, while not needed
  private final long[] gaps = new long[MOST]; // milliseconds, the oldest ones overwritten
  private long count;

  /**
   * Notes how many nodes are needed.
   *
   * @param needed from 0
   * @param nodes that there are
   */
  public void observe(int needed, int nodes, Instant now) {
    for (int number = needed + 1; number <= nodes; number++) {
      since.putIfAbsent(number, now);
    }
    while (!since.isEmpty() && since.firstKey() <= needed) {
      Instant start = since.pollFirstEntry().getValue();
      gaps[(int) (count % MOST)] = Math.max(0, Duration.between(start, now).toMillis());
      count++;
    }
  }

  /** For how long fewer nodes than this number have been enough; zero if they are not now. */
  public Duration idle(int number, Instant now) {
    Instant start = since.get(number);
    return start == null || start.isAfter(now) ? Duration.ZERO : Duration.between(start, now);
  }

  /** For how long a node is to be left idle before it is drained. */
  Duration patience(BreakEven costs) {
    long most = costs.time().toMillis();
    if (count < ENOUGH) {
      return Duration.ofMillis(most);
    }
    long[] known = Arrays.copyOf(gaps, (int) Math.min(count, MOST));
    long best = most;
    double least = joules(known, most, costs);
    // Between two gaps, the shorter wait is always the better one.
    for (long wait : Arrays.copyOf(known, known.length + 1)) { // and 0
      double joules = wait < most ? joules(known, wait, costs) : Double.POSITIVE_INFINITY;
      if (joules < least || (joules == least && wait < best)) {
        least = joules;
        best = wait;
      }
    }
    return Duration.ofMillis(best);
  }

  private static double joules(long[] gaps, long wait, BreakEven costs) {
    double joules = 0;
    for (long gap : gaps) {
      joules += costs.joules(gap, wait);
    }
    return joules;
  }
}
