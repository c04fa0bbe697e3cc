// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.report;

import java.util.Optional;
import org.athanor.engine.yarn.SessionState;

/** Writes about a session on YARN for people: where it runs, and what it waits for. */
final class SessionText {
  private SessionText() {}

  /** Where to find the session with other tools, one line. */
  static String place(SessionState session) {
    return session.name() + ": runs on YARN as " + session.id() + ", queue " + session.queue();
  }

  /** The page about the session, one line; empty if there is none. */
  static Optional<String> page(SessionState session) {
    return session.isRunning() && !session.trackingUrl().isEmpty()
        ? Optional.of(session.name() + ": " + session.trackingUrl())
        : Optional.empty();
  }

  /**
   * What the session waits for, one line; empty if it has all it asks for.
   *
   * @param hasWorked whether a task has begun, so that Workers have been there
   */
  static Optional<String> waiting(SessionState session, boolean hasWorked) {
    if (!session.isRunning()) {
      String reason = session.waitsFor().isEmpty() ? "" : ": " + session.waitsFor();
      return Optional.of(
          session.id() + " waits in queue " + session.queue() + " for its master" + reason);
    }
    int started = session.containers() - 1;
    return started < 0 || (hasWorked && started >= session.workers())
        ? Optional.empty()
        : Optional.of(
            session.id()
                + " starts its Workers: "
                + started
                + " of "
                + session.workers()
                + " have a container");
  }
}
