// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.trigger;

import java.time.Instant;
import org.athanor.scheduler.run.RunId;

/**
 * A nominal time of a schedule that shall have a run. It is stored before the run is submitted, so
 * a run that is submitted again is known by its name.
 *
 * @param nominal the time of the schedule
 * @param run name of its run
 * @param opened when it was decided that it shall have a run
 */
public record Firing(Instant nominal, String run, Instant opened) {

  /** The firing for a time, with a new name for its run. */
  static Firing of(Instant nominal, Instant now) {
    return new Firing(nominal, RunId.scheduled(nominal), now);
  }

  /** What became of it. */
  public enum Outcome {
    /** Its run was submitted. */
    SUBMITTED,
    /** It has no run: its data did not exist in time, another run had not ended, and the like. */
    LEFT_OUT
  }
}
