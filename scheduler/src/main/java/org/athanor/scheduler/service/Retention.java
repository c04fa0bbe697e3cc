// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.athanor.scheduler.journal.EndedRuns;
import org.athanor.scheduler.journal.StateDirectory;

/**
 * Removes the runs that ended first when there are too many, from the journal and from the state
 * directory. Thread of work only.
 */
final class Retention {
  /** Runs that have ended and stay. */
  static final int KEPT = 10_000;

  /** Of one look, so that nothing else waits long. */
  private static final int MOST_AT_ONCE = 100;

  private static final Duration PAUSE = Duration.ofMinutes(5);

  private final StateDirectory directory;
  private final EndedRuns runs;
  private final int kept;
  private final Consumer<String> notices;
  private Instant next = Instant.MIN;

  /**
   * Makes it.
   *
   * @param notices told what could not be removed, a line each
   */
  Retention(StateDirectory directory, EndedRuns runs, int kept, Consumer<String> notices) {
    this.directory = directory;
    this.runs = runs;
    this.kept = kept;
    this.notices = notices;
  }

  /** Removes what is too much, if it has not looked for a while. */
  void look(Instant now) throws IOException {
    if (now.isBefore(next)) {
      return;
    }
    List<String> old = runs.oldest(kept, MOST_AT_ONCE);
    for (String run : old) {
      try {
        directory.removeAttempts(run);
      } catch (IOException e) {
        notices.accept(
            "run " + run + " is forgotten, but not all of its files could be removed: " + e);
      }
    }
    if (!old.isEmpty()) {
      runs.remove(old);
    }
    next = old.size() < MOST_AT_ONCE ? now.plus(PAUSE) : now;
  }
}
