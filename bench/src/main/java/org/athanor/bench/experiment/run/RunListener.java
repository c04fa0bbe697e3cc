// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.athanor.bench.experiment.plan.Plan;
import org.athanor.results.TrialKey;
import org.athanor.results.TrialResult;

/** What happens during a run. Called by the thread that runs it, which waits meanwhile. */
public interface RunListener {
  RunListener NONE = new RunListener() {};

  /**
   * The checks have passed, trials begin.
   *
   * @param directory of the results
   * @param done number of trials that an interrupted run has finished
   */
  default void planned(Path directory, Plan plan, int done) {}

  /** Something begins that takes a while, such as {@code starting spark}. */
  default void doing(String activity) {}

  /** Something to know that is no failure; one line. */
  default void warning(String line) {}

  /**
   * A trial begins.
   *
   * @param number of the trial, from 1
   * @param total number of trials
   * @param remaining estimate for this and all later ones, as soon as there is one
   */
  default void trialStarting(
      TrialKey key, int attempt, int number, int total, Optional<Duration> remaining) {}

  /** An attempt at a trial has ended and is in the journal. */
  default void trialEnded(TrialResult result) {}

  /**
   * The run was told to stop; everything it started has ended.
   *
   * @param directory of the results, to be resumed
   */
  default void interrupted(Path directory) {}
}
