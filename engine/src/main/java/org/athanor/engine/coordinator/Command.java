// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.coordinator;

import java.util.List;

/** What must be done for a job next. */
public sealed interface Command {
  record SetUpJob() implements Command {}

  /**
   * Launch an attempt on a Worker.
   *
   * @param alone whether the Worker must run nothing else meanwhile
   */
  record Launch(AttemptRef attempt, int worker, boolean alone) implements Command {}

  /**
   * Give a Worker partitions: all map output of them, past and future, is pushed to it, and each
   * map whose output is complete there is an {@link Event.Delivered}; except the maps that ran on
   * that Worker, whose output is there.
   *
   * @param assignment a number that no other assignment of the job has
   */
  record Assign(int assignment, int worker, List<Integer> partitions) implements Command {}

  /** Take partitions of an assignment back: no map output of them is needed there any more. */
  record Withdraw(int assignment, List<Integer> partitions) implements Command {}

  /**
   * The output of a map that had succeeded is lost, so the map counts as not done, and runs again.
   */
  record Undo(int map) implements Command {}

  /** The attempt may commit its output. No other attempt of the task may, unless this one fails. */
  record GrantCommit(AttemptRef attempt) implements Command {}

  /** The attempt must not commit its output, and ends. */
  record DenyCommit(AttemptRef attempt) implements Command {}

  /** End an attempt soon; one of the attempt events follows. */
  record Stop(AttemptRef attempt) implements Command {}

  record CommitJob() implements Command {}

  /** End the commit soon, because the job was killed. The same events follow as without it. */
  record StopCommit() implements Command {}

  /**
   * Remove the job's output.
   *
   * @param killed whether the job was killed; otherwise it has failed
   */
  record AbortJob(boolean killed) implements Command {}

  /** The job has ended; no command follows. */
  record End(JobState state) implements Command {}
}
