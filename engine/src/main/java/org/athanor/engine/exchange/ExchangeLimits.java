// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import java.time.Duration;

/**
 * Limits of an {@link Exchange}.
 *
 * @param blockBytes the size of the buffers of this Worker's pool
 * @param creditBytes how many bytes the peers together may have on their way to this Worker, or
 *     waiting in it to be stored; but each may have two blocks, and one that is larger
 * @param firstRetry from a failed connection to the next try; each further try waits twice as long
 * @param longestRetry at most so long
 * @param patience for how long a peer cannot be reached before that is reported
 */
public record ExchangeLimits(
    int blockBytes,
    long creditBytes,
    Duration firstRetry,
    Duration longestRetry,
    Duration patience) {
  public ExchangeLimits {
    if (blockBytes < 1 || creditBytes < 0) {
      throw new IllegalArgumentException(
          "blockBytes=" + blockBytes + ", creditBytes=" + creditBytes + ": must not be negative");
    }
    if (firstRetry.isNegative() || firstRetry.isZero() || longestRetry.compareTo(firstRetry) < 0) {
      throw new IllegalArgumentException(
          "firstRetry=" + firstRetry + ": must be from 1 ns to longestRetry=" + longestRetry);
    }
  }

  /** Connects again after 100 ms to 5 s; reports a peer that cannot be reached for a minute. */
  public static ExchangeLimits of(int blockBytes, long creditBytes) {
    return new ExchangeLimits(
        blockBytes,
        creditBytes,
        Duration.ofMillis(100),
        Duration.ofSeconds(5),
        Duration.ofMinutes(1));
  }
}
