// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.time.Duration;

/** When something that has failed is tried again: after some time, then twice as long each time. */
final class Backoff {
  private final long longestNanos;
  private long delayNanos;
  private long nextNanos;
  private boolean hasFailed;

  private Backoff(Duration first, Duration longest) {
    this.delayNanos = first.toNanos();
    this.longestNanos = longest.toNanos();
  }

  /** For questions to HDFS: from a second to a minute. */
  static Backoff ofQuestions() {
    return new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1));
  }

  /** For moves, each of which starts a process: from a minute to an hour. */
  static Backoff ofMoves() {
    return new Backoff(Duration.ofMinutes(1), Duration.ofHours(1));
  }

  /** Whether it can be tried at a time. */
  boolean isDue(long nowNanos) {
    return !hasFailed || nowNanos - nextNanos >= 0;
  }

  /** It has failed; returns whether that was the first time. */
  boolean failed(long nowNanos) {
    boolean isFirst = !hasFailed;
    hasFailed = true;
    nextNanos = nowNanos + delayNanos;
    delayNanos = Math.min(2 * delayNanos, longestNanos);
    return isFirst;
  }
}
