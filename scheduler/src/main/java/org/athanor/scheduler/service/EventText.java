// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.util.Locale;
import org.athanor.scheduler.run.Event;

/** Events as the journal tells them to people. */
final class EventText {
  static final String SPAWNED = "process ";
  static final String EXITED = "ended with code ";
  static final String VANISHED = "vanished";
  static final String NEVER_STARTED = "did not start";
  static final String APPLICATIONS = "applications ";

  private EventText() {}

  static String of(Event event) {
    if (event instanceof Event.Placed placed) {
      return placed.job() + ": " + placed.cluster() + " was chosen: " + placed.reason();
    }
    if (event instanceof Event.CopyAsked asked) {
      return asked.job() + ": its input is copied to the region of " + asked.cluster();
    }
    if (event instanceof Event.Staged staged) {
      return staged.job()
          + ": "
          + (staged.failure().isEmpty()
              ? "the region of " + staged.cluster() + " holds its input"
              : "its input could not be copied to the region of "
                  + staged.cluster()
                  + ": "
                  + staged.failure());
    }
    if (event instanceof Event.OfAttempt some) {
      return some.job() + ", attempt " + some.attempt() + ": " + what(some);
    }
    return event instanceof Event.KillAsked kill
        ? "kill: " + kill.reason()
        : event.getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  private static String what(Event.OfAttempt event) {
    if (event instanceof Event.Exited exited) {
      return EXITED + exited.code();
    }
    if (event instanceof Event.Spawned spawned) {
      return SPAWNED + spawned.process().pid();
    }
    if (event instanceof Event.PrepareFailed failed) {
      return failed.reason();
    }
    if (event instanceof Event.SpawnFailed failed) {
      return failed.reason();
    }
    if (event instanceof Event.Unanswered silent) {
      return silent.reason();
    }
    if (event instanceof Event.Applications answer) {
      return APPLICATIONS
          + answer.found()
          + (answer.complete() ? ", and all outputs have the mark _SUCCESS" : "");
    }
    return event instanceof Event.Prepared
        ? "outputs are out of the way"
        : event instanceof Event.Vanished ? VANISHED : NEVER_STARTED;
  }
}
