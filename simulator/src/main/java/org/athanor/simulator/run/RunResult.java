// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.List;
import java.util.Optional;
import org.athanor.simulator.manage.ManagerUse;
import org.athanor.simulator.mapreduce.JobRecord;

/**
 * What became of a scenario.
 *
 * @param jobs in the order of their ends, failed ones among them
 * @param use of the cluster until the last job's end
 * @param losses by nodes that failed
 * @param manager what the manager of files did; empty if there was none
 * @param events that happened in the simulation
 */
public record RunResult(
    List<JobRecord> jobs,
    ClusterUse use,
    Losses losses,
    Optional<ManagerUse> manager,
    long events) {

  public RunResult {
    jobs = List.copyOf(jobs);
  }

  /** Seconds from the beginning to the last job's end. */
  public double makespan() {
    return use.seconds();
  }
}
