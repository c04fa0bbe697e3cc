// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.coordinator;

import org.athanor.engine.coordinator.AttemptRef.Kind;

/** What happened to a job. */
public sealed interface Event {
  /** The job was submitted. */
  record Submitted() implements Event {}

  /** A Worker can run tasks of the job from now on. The number is not that of another Worker. */
  record WorkerJoined(int worker, Locality.Place place) implements Event {}

  /**
   * A Worker has ended, or counts as having ended. Its running attempts are lost: they count as
   * killed, and no event of them follows.
   *
   * @param isSuspicious whether an attempt may be what ended it; not if the cluster took it back
   */
  record WorkerLost(int worker, boolean isSuspicious) implements Event {}

  /**
   * The committer begins to remove what an attempt has written that is lost with its Worker. Until
   * {@link OutputAborted}, its task does not run again: a committer may keep the output of a task's
   * attempts in one place. Before the {@link WorkerLost} that ends the attempt.
   */
  record OutputAborting(AttemptRef attempt) implements Event {}

  /** The committer has removed what a lost attempt had written, or has failed to. */
  record OutputAborted(AttemptRef attempt) implements Event {}

  /**
   * A Worker can run one more attempt. The answer is one {@link Command.Launch}, or nothing if the
   * job has no attempt for that Worker now; offer the slot again after each other event.
   *
   * @param idle whether the Worker runs nothing at all
   */
  record SlotFree(int worker, boolean idle) implements Event {}

  /**
   * Time has passed.
   *
   * @param millis since an arbitrary moment; must not decrease
   */
  record TimePassed(long millis) implements Event {}

  /**
   * A task need not run: it has succeeded before, and the committer has its output. Before {@link
   * SetUp}; only for reduces, and for maps of a job without reduces.
   */
  record TaskRecovered(Kind kind, int task) implements Event {}

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

  /** The output of a map that has succeeded is complete where an assignment's partitions are. */
  record Delivered(int assignment, int map) implements Event {}

  record KillJob(String reason) implements Event {}

  /** The output committer could not set the job up. */
  record SetUpFailed(String reason) implements Event {}

  /** The output committer could not commit the job, or its commit was stopped. */
  record CommitFailed(String reason) implements Event {}

  /**
   * The job cannot go on: no Worker can run it, or its files cannot be used. Ignored once the
   * committer commits or aborts the job, because nothing but the committer is needed then.
   */
  record JobFailed(String reason) implements Event {}

  /** The output committer has committed the job. */
  record Committed() implements Event {}

  /** The output committer has removed what the job had written. */
  record Aborted() implements Event {}
}
