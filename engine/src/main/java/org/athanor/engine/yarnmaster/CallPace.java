// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import java.util.concurrent.TimeUnit;

/**
 * Decides how often the ResourceManager is called: often while it owes containers that it may give
 * soon. Requests that a full cluster cannot fulfil may stay open for hours. Not thread-safe.
 */
final class CallPace {
  static final int HURRIED_MILLIS = 100;
  static final int USUAL_MILLIS = 1000;

  private static final long HURRY_NANOS = TimeUnit.SECONDS.toNanos(10);

  private long hurriedAt;
  private boolean hurries;

  /**
   * Containers may come soon: some were requested, or the room of others has become free.
   *
   * @param now a time in ns
   */
  void hurry(long now) {
    hurriedAt = now;
    hurries = true;
  }

  /**
   * Returns the time between two calls, in ms.
   *
   * @param owes whether a request is open
   * @param now a time in ns
   */
  int millis(boolean owes, long now) {
    if (now - hurriedAt > HURRY_NANOS) {
      hurries = false;
    }
    return owes && hurries ? HURRIED_MILLIS : USUAL_MILLIS;
  }
}
