// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.run;

/**
 * What shall be done after a state was committed. If the scheduler ends before it is done, the
 * state says after the restart that it is still to be done.
 */
public sealed interface Command {
  /** Name of the job; of the run's own notice, the empty text. */
  String job();

  /**
   * Copy the input to the region of a cluster; what is there already is not copied again. Gives
   * {@link Event.Staged}.
   */
  record Stage(String job, String cluster) implements Command {}

  /**
   * Measure the input; remove the declared outputs, or check that there are none. Gives {@link
   * Event.Prepared} or {@link Event.PrepareFailed}.
   */
  record Prepare(String job, int attempt, boolean remove) implements Command {}

  /**
   * Start the wrapper, which waits. Gives {@link Event.Spawned} or {@link Event.SpawnFailed}, and
   * later how it ended.
   */
  record Launch(String job, int attempt) implements Command {}

  /** Tell the wrapper to start the driver. */
  record Go(String job, int attempt) implements Command {}

  /** Watch an attempt that an earlier scheduler started. Gives how it ended. */
  record Attach(String job, int attempt) implements Command {}

  /** End the attempt's processes and its applications. Gives how the process ended. */
  record Kill(String job, int attempt) implements Command {}

  /** Ask the ResourceManager. Gives {@link Event.Applications} or {@link Event.Unanswered}. */
  record Query(String job, int attempt) implements Command {}

  /** Tell the user. */
  record Notify(String job, String text) implements Command {}
}
