// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.coordinator;

/** What happened to a job. */
public sealed interface Event {
  /** The job was submitted. */
  record Submitted() implements Event {}

  /** The output committer has set the job up. */
  record SetUp() implements Event {}

  /** An attempt has ended, and its output is committed. */
  record AttemptSucceeded(AttemptRef attempt) implements Event {}

  record AttemptFailed(AttemptRef attempt, String reason) implements Event {}

  /** An attempt has ended because of {@link Command.Stop}, or will not begin. */
  record AttemptStopped(AttemptRef attempt) implements Event {}

  /**
   * A client or a time-out requires a running attempt to end.
   *
   * @param asFailed whether the attempt then counts as failed; otherwise as killed, which does not
   *     use up one of the task's attempts
   */
  record EndAttempt(AttemptRef attempt, boolean asFailed, String reason) implements Event {}

  record KillJob(String reason) implements Event {}

  /** Something other than an attempt has failed: set-up, commit, a merge of map output. */
  record JobFailed(String reason) implements Event {}

  /** The output committer has committed the job. */
  record Committed() implements Event {}

  /** The output committer has removed what the job had written. */
  record Aborted() implements Event {}
}
