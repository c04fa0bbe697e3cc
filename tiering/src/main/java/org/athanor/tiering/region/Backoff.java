// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.time.Duration;

/** When something that has failed is tried again: after a second, then twice as long each time. */
final class Backoff {
  private static final long FIRST_NANOS = Duration.ofSeconds(1).toNanos();
  private static final long LONGEST_NANOS = Duration.ofMinutes(1).toNanos();

  private long delayNanos = FIRST_NANOS;
  private long nextNanos;
  private boolean hasFailed;

  /** Whether it can be tried at a time. */
  boolean isDue(long nowNanos) {
    return !hasFailed || nowNanos - nextNanos >= 0;
  }

  /** It has failed; returns whether that was the first time. */
  boolean failed(long nowNanos) {
    boolean isFirst = !hasFailed;
    hasFailed = true;
    nextNanos = nowNanos + delayNanos;
    delayNanos = Math.min(2 * delayNanos, LONGEST_NANOS);
    return isFirst;
  }
}
