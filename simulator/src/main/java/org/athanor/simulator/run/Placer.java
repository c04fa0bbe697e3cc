// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.List;
import org.athanor.simulator.job.JobSpec;

/** Decides which jobs start on which of several clusters. Called by the simulation's thread. */
public interface Placer {

  /** What can be done now. Names of jobs and clusters are those of the run. */
  interface Clusters {
    /** Seconds since the beginning. */
    double seconds();

    /**
     * Starts a job that is waiting, when all jobs have ended that it must come after.
     *
     * @param inputSeconds until its input is there, from 0; its tasks begin after that
     */
    void start(String job, String cluster, double inputSeconds);

    /**
     * Asks again at a time, if nothing happens before: whoever is asked says so anew, and of
     * several times the earliest counts.
     *
     * @param seconds since the beginning, after now
     */
    void askAgain(double seconds);
  }

  /**
   * Something has happened: at this moment all jobs of {@code submitted} came, and those of {@code
   * ended} ended.
   *
   * @param submitted in the order of the scenario
   * @param ended names of jobs, in the order of their ends
   */
  void decide(List<JobSpec> submitted, List<String> ended, Clusters clusters);
}
