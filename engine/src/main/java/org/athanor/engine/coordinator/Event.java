// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.coordinator;

import org.athanor.engine.coordinator.AttemptRef.Kind;

/** What happened to a job. */
public sealed interface Event {
  /** The job was submitted. */
  record Submitted() implements Event {}

  /** The output committer has set the job up. */
  record SetUp() implements Event {}

  /**
   * An attempt asks whether it may commit its output. The answer is {@link Command.GrantCommit} or
   * {@link Command.DenyCommit}; none, if the attempt does not run.
   */
  record CommitAsked(AttemptRef attempt) implements Event {}

  /**
   * An attempt has ended, and its output is committed. It counts if the coordinator {@linkplain
   * JobCoordinator#awaits awaits} it; otherwise it is as if it had stopped.
   */
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

  /** A task that runs is so slow that another attempt may be done before the running one. */
  record TaskIsSlow(Kind kind, int task) implements Event {}

  /** The output of a map that had succeeded cannot be had any more. */
  record OutputLost(int map) implements Event {}

  record KillJob(String reason) implements Event {}

  /** Something other than an attempt has failed: set-up, commit, a merge of map output. */
  record JobFailed(String reason) implements Event {}

  /** The output committer has committed the job. */
  record Committed() implements Event {}

  /** The output committer has removed what the job had written. */
  record Aborted() implements Event {}
}
