// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.workflow;

import java.time.Duration;

/**
 * When a failed job is tried again.
 *
 * @param most attempts after the first one, from 0
 * @param firstWait time before the first of them, from zero
 * @param factor each further wait is so many times longer, from 1; none is longer than a day
 */
public record Retries(int most, Duration firstWait, double factor) {
  private static final Duration LONGEST = Duration.ofDays(1);

  /** A job that is not tried again. */
  public static final Retries NONE = new Retries(0, Duration.ZERO, 1);

  /**
   * The time between the end of a failed attempt and the next one.
   *
   * @param retry number of the next attempt among the retries, from 1 to {@code most}
   * @throws IllegalArgumentException if there is no such retry
   */
  public Duration waitBefore(int retry) {
    if (retry < 1 || retry > most) {
      throw new IllegalArgumentException("retry " + retry + ": must be from 1 to " + most);
    }
    double millis = firstWait.toMillis() * Math.pow(factor, retry - 1.0);
    return Duration.ofMillis(
        (long) Math.min(millis, Math.max(LONGEST.toMillis(), firstWait.toMillis())));
  }
}
