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
 * @param copy of its input, the last one; empty if none was made
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
    Optional<InputCopy> copy,
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
        Phase.WAITING,
        now,
        Optional.empty(),
        "",
        Attempt.NONE,
        0,
        false,
        Input.UNKNOWN,
        Optional.empty(),
        false);
  }

  JobState in(Phase other, Instant now, String text) {
    return new JobState(
        other, now, Optional.empty(), text, attempt, retries, owned, input, copy, late);
  }

  JobState due(Instant time) {
    return new JobState(
        phase, since, Optional.of(time), message, attempt, retries, owned, input, copy, late);
  }

  JobState with(Attempt other) {
    return new JobState(phase, since, next, message, other, retries, owned, input, copy, late);
  }

  JobState withRetries(int count) {
    return new JobState(phase, since, next, message, attempt, count, owned, input, copy, late);
  }

  JobState owning(Input read) {
    return new JobState(phase, since, next, message, attempt, retries, true, read, copy, late);
  }

  JobState withCopy(Optional<InputCopy> other) {
    return new JobState(phase, since, next, message, attempt, retries, owned, input, other, late);
  }

  /** Whether its input is being copied to a cluster's region. */
  public boolean isCopyingTo(String cluster) {
    return copy.filter(
            it -> it.state() == InputCopy.State.UNDER_WAY && it.cluster().equals(cluster))
        .isPresent();
  }

  JobState told() {
    return new JobState(phase, since, next, message, attempt, retries, owned, input, copy, true);
  }
}
