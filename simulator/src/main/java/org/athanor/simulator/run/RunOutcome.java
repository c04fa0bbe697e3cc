// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.Optional;
import org.athanor.simulator.hdfs.NoRoomException;
import org.athanor.simulator.mapreduce.JobLog;
import org.athanor.simulator.mapreduce.JobRecord;

/**
 * The end of one of several runs.
 *
 * @param result empty if the scenario turned out to be impossible
 * @param failure why it did, one line; empty if it has a result
 * @param wallSeconds how long the simulation took
 */
public record RunOutcome(Optional<RunResult> result, String failure, double wallSeconds) {

  /**
   * Runs a scenario in the calling thread. Does not throw: what goes wrong is the outcome.
   *
   * @param timeline whether the result has what happened over time, too
   * @param ended is run when a job, or an access of a client, has ended
   */
  public static RunOutcome of(Scenario scenario, boolean timeline, Runnable ended) {
    long start = System.nanoTime();
    Optional<RunResult> result = Optional.empty();
    String failure = "";
    try {
      JobLog log =
          new JobLog() {
            @Override
            public void jobEnded(JobRecord job) {
              ended.run();
            }

            @Override
            public void accessEnded() {
              ended.run();
            }
          };
      result = Optional.of(ClusterRun.run(scenario, log, timeline));
    } catch (NoRoomException | StalledException | IllegalArgumentException impossible) {
      failure = impossible.getMessage();
    } catch (RuntimeException defect) {
      // The other scenarios have results.
      failure = "the simulator failed: " + defect;
    }
    return new RunOutcome(result, failure, (System.nanoTime() - start) / 1e9);
  }
}
