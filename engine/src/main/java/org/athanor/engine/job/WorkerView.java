// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.job;

import java.util.Optional;

/**
 * A snapshot of one Worker of a session. Times are milliseconds since the epoch.
 *
 * @param number in the session
 * @param host the name of its machine; empty if it has never connected
 * @param rack the rack of the machine; empty if that is not known
 * @param threads how many attempts it can run at once
 * @param running how many attempts it runs, or was told to run
 * @param joined when it connected; 0 if it never did
 * @param gone when it was lost or ended; 0 while it works
 * @param reason why it is gone, one line; empty while it works
 * @param activity what it has last told about itself; empty if nothing
 */
public record WorkerView(
    int number,
    String host,
    String rack,
    int threads,
    int running,
    long joined,
    long gone,
    String reason,
    Optional<Activity> activity) {

  /** Returns whether it takes attempts. */
  public boolean isConnected() {
    return gone == 0;
  }

  /**
   * What a Worker has last told about itself.
   *
   * @param spilled bytes per second, over the last few seconds
   * @param pushed as {@code spilled}
   * @param received as {@code spilled}
   */
  public record Activity(WorkerStatus status, double spilled, double pushed, double received) {}
}
