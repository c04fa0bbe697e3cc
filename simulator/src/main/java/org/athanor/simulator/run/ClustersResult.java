// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What became of jobs on several clusters.
 *
 * @param jobs in the order of their ends
 * @param uses of each cluster until the last end of a job, by its name, in the order of the run
 * @param idleJoules what all clusters need in that time even if nothing runs
 * @param events that happened in the simulation
 */
public record ClustersResult(
    List<PlacedJob> jobs, Map<String, ClusterUse> uses, double idleJoules, long events) {

  public ClustersResult {
    jobs = List.copyOf(jobs);
    uses = Collections.unmodifiableMap(new LinkedHashMap<>(uses));
  }

  /** Seconds from the beginning to the last end of a job. */
  public double makespan() {
    return jobs.stream().mapToDouble(job -> job.record().end()).max().orElse(0);
  }

  /** Mean seconds of jobs from submission to end. */
  public double meanSeconds() {
    return jobs.stream().mapToDouble(PlacedJob::seconds).average().orElse(0);
  }

  /** Number of jobs that ended later than they should; empty if all may end whenever they do. */
  public OptionalLong late() {
    return jobs.stream().allMatch(job -> job.record().spec().terms().withinSeconds().isEmpty())
        ? OptionalLong.empty()
        : OptionalLong.of(jobs.stream().filter(PlacedJob::isLate).count());
  }

  /** Energy of all clusters, with that of idle nodes. */
  public double joules() {
    return uses.values().stream().mapToDouble(ClusterUse::joules).sum();
  }

  /** Energy of all clusters beyond that of idle nodes, from 0. */
  public double joulesBeyondIdle() {
    return Math.max(0, joules() - idleJoules);
  }
}
