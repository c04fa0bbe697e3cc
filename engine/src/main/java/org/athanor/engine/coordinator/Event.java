// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.coordinator;

/** What happened to a job. */
public sealed interface Event {
  /** The job was submitted. */
  record Submitted() implements Event {}

  /** The output committer has set the job up. */
  record SetUp() implements Event {}

  /** An attempt ended well, its output committed. */
  record AttemptSucceeded(AttemptRef attempt) implements Event {}

  record AttemptFailed(AttemptRef attempt, String reason) implements Event {}

  /** An attempt ended because of {@link Command.Stop}, or was never begun. */
  record AttemptStopped(AttemptRef attempt) implements Event {}

  /** Somebody wants a running attempt to end: as a failure, or without counting. */
  record EndAttempt(AttemptRef attempt, boolean asFailed, String reason) implements Event {}

  record KillJob(String reason) implements Event {}

  /** Something failed that is no attempt's fault: set-up, commit, the job's data. */
  record JobFailed(String reason) implements Event {}

  /** The output committer has committed the job. */
  record Committed() implements Event {}

  /** The output committer has removed what the job had written. */
  record Aborted() implements Event {}
}
