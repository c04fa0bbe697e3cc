// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.simulator.access.AccessRecord;
import org.athanor.simulator.kernel.Fillings;
import org.athanor.simulator.manage.ManagerUse;
import org.athanor.simulator.mapreduce.JobRecord;
import org.athanor.storage.tier.DeviceType;

/**
 * What became of a scenario.
 *
 * @param jobs in the order of their ends, failed ones among them
 * @param accesses in the order of their ends, failed ones among them
 * @param readBytes what clients read, by the types of devices from which they read any
 * @param use of the cluster until the last end of a job or an access
 * @param taskSeconds times of tasks from slot to end, by kinds of which there were any
 * @param timeline if it was asked for
 * @param losses by nodes that failed
 * @param manager what the manager of files did; empty if there was none
 * @param events that happened in the simulation
 * @param fillings of resources that it took to divide them
 */
public record RunResult(
    List<JobRecord> jobs,
    List<AccessRecord> accesses,
    Map<DeviceType, Double> readBytes,
    ClusterUse use,
    Map<TaskKind, Distribution> taskSeconds,
    Optional<Timeline> timeline,
    Losses losses,
    Optional<ManagerUse> manager,
    long events,
    Fillings fillings) {

  public RunResult {
    jobs = List.copyOf(jobs);
    accesses = List.copyOf(accesses);
    readBytes = Map.copyOf(readBytes);
    taskSeconds = Map.copyOf(taskSeconds);
  }

  /** Seconds from the beginning to the last end of a job or an access. */
  public double makespan() {
    return use.seconds();
  }
}
