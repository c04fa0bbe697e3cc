// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import java.util.concurrent.TimeUnit;

/**
 * Decides when a session ends. The first reason counts. A client that has left, or a session whose
 * Workers cannot be started, lets the jobs that run end first; a client that is lost does not. For
 * one thread.
 */
final class SessionEnd {
  /**
   * What is so at some time.
   *
   * @param isIdle whether no job runs
   * @param clientHasLeft whether the client has said that it submits no more jobs
   * @param clientLost why the client is lost; null if it is not
   * @param hasNoWorkers whether no Worker can be started any more
   */
  record View(boolean isIdle, boolean clientHasLeft, String clientLost, boolean hasNoWorkers) {}

  private final int idleSeconds;
  private long busyAt;

  /**
   * @param idleSeconds without a job until the session ends
   * @param now a time in ns
   */
  SessionEnd(int idleSeconds, long now) {
    this.idleSeconds = idleSeconds;
    this.busyAt = now;
  }

  /**
   * Returns why the session ends now, one line; null if it goes on.
   *
   * @param now a time in ns
   */
  String reason(View view, long now) {
    if (!view.isIdle()) {
      busyAt = now;
    }
    if (view.clientLost() != null) {
      return view.clientLost();
    }
    if (!view.isIdle()) {
      return null;
    }
    if (view.clientHasLeft()) {
      return "its client has left";
    }
    if (view.hasNoWorkers()) {
      return "no Worker can be started";
    }
    return now - busyAt >= TimeUnit.SECONDS.toNanos(idleSeconds)
        ? "it has had no job for " + idleSeconds + " s"
        : null;
  }
}
