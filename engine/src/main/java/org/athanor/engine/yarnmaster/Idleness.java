// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import java.util.concurrent.TimeUnit;

/** Measures how long a session has had no job. For one thread. */
final class Idleness {
  private final long limitNanos;
  private long since;

  /**
   * @param now a time in ns
   */
  Idleness(int limitSeconds, long now) {
    this.limitNanos = TimeUnit.SECONDS.toNanos(limitSeconds);
    this.since = now;
  }

  /** Returns whether the session has been idle for too long. */
  boolean isOver(boolean hasJobs, long now) {
    if (hasJobs) {
      since = now;
    }
    return now - since >= limitNanos;
  }
}
