// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.athanor.bench.experiment.plan.Plan;
import org.athanor.results.Results.Stop;
import org.athanor.results.TrialKey;
import org.athanor.results.TrialResult;

/**
 * Receives the events of a run. The thread that runs the experiment calls it, and waits until it
 * returns.
 */
public interface RunListener {
  RunListener NONE = new RunListener() {};

  /**
   * All checks have passed; the trials begin.
   *
   * @param directory directory of the results
   * @param done number of trials that were finished before an interrupted run was resumed
   */
  default void planned(Path directory, Plan plan, int done) {}

  /** An activity begins that may take a while, such as {@code starting spark}. */
  default void doing(String activity) {}

  /** A warning, in one line. */
  default void warning(String line) {}

  /**
   * A trial begins.
   *
   * @param number number of the trial in the plan, from 1
   * @param total number of trials; if it is not fixed, the largest that is possible now
   * @param remaining estimated time of this and all later trials; empty before the first trial has
   *     ended
   */
  default void trialStarting(
      TrialKey key, int attempt, int number, int total, Optional<Duration> remaining) {}

  /** An attempt at a trial has ended and is in the journal. */
  default void trialEnded(TrialResult result) {}

  /** No more trials of a framework and workload are needed, or allowed. */
  default void stopped(Stop stop) {}

  /**
   * The run was told to stop; all of its processes have ended.
   *
   * @param directory directory of the results, which can be resumed
   */
  default void interrupted(Path directory) {}
}
