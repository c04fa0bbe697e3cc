// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.List;
import org.athanor.simulator.mapreduce.JobRecord;

/**
 * What became of a scenario.
 *
 * @param jobs in the order of their ends, failed ones among them
 * @param use of the cluster until the last job's end
 * @param losses by nodes that failed
 * @param events that happened in the simulation
 */
public record RunResult(List<JobRecord> jobs, ClusterUse use, Losses losses, long events) {

  public RunResult {
    jobs = List.copyOf(jobs);
  }

  /** Seconds from the beginning to the last job's end. */
  public double makespan() {
    return use.seconds();
  }
}
