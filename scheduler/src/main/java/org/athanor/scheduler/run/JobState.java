// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.run;

import java.time.Instant;
import java.util.Optional;

/**
 * The state of a job of a run.
 *
 * @param since when the phase began
 * @param next when {@link Event.Tick} does something; empty for never
 * @param message why it is where it is, for users
 * @param retries attempts that failed since the submission, or since a user's retry
 * @param owned whether what is at the outputs was written by an attempt of this run, and may be
 *     removed before the next one
 * @param input what it read
 * @param late whether its deadline passed, and that was told
 */
public record JobState(
    Phase phase,
    Instant since,
    Optional<Instant> next,
    String message,
    Attempt attempt,
    int retries,
    boolean owned,
    Input input,
    boolean late) {
  /**
   * What an attempt reads.
   *
   * @param bytes from 0
   * @param digest changes when the files change; empty if there are none, or they are not known
   */
  public record Input(double bytes, String digest) {
    /** Nothing, or not known. */
    public static final Input UNKNOWN = new Input(0, "");
  }

  /** A job that has done nothing. */
  static JobState waiting(Instant now) {
    return new JobState(
        Phase.WAITING, now, Optional.empty(), "", Attempt.NONE, 0, false, Input.UNKNOWN, false);
  }

  JobState in(Phase other, Instant now, String text) {
    return new JobState(other, now, Optional.empty(), text, attempt, retries, owned, input, late);
  }

  JobState due(Instant time) {
    return new JobState(
        phase, since, Optional.of(time), message, attempt, retries, owned, input, late);
  }

  JobState with(Attempt other) {
    return new JobState(phase, since, next, message, other, retries, owned, input, late);
  }

  JobState withRetries(int count) {
    return new JobState(phase, since, next, message, attempt, count, owned, input, late);
  }

  JobState owning(Input read) {
    return new JobState(phase, since, next, message, attempt, retries, true, read, late);
  }

  JobState told() {
    return new JobState(phase, since, next, message, attempt, retries, owned, input, true);
  }
}
