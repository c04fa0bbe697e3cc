// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import org.athanor.simulator.mapreduce.JobRecord;

/**
 * What to compare runs by.
 *
 * @param jobs that ended
 * @param meanSeconds of jobs, from submission to end
 * @param medianSeconds of jobs
 * @param p95Seconds of jobs: the 95th percentile, between two jobs in proportion
 * @param nodeLocal the part of maps on a node with their input, or without input; 0 to 1
 * @param rackLocal the part of maps in a rack with their input
 * @param otherRack the part of maps elsewhere
 */
public record RunSummary(
    int jobs,
    double meanSeconds,
    double medianSeconds,
    double p95Seconds,
    double nodeLocal,
    double rackLocal,
    double otherRack) {

  /** The summary of a run's jobs; times and parts are 0 if there are none. */
  public static RunSummary of(RunResult result) {
    List<JobRecord> jobs = result.jobs();
    double[] seconds = jobs.stream().mapToDouble(JobRecord::seconds).sorted().toArray();
    long near = sum(jobs, JobRecord::nodeLocal);
    long rack = sum(jobs, JobRecord::rackLocal);
    long other = sum(jobs, JobRecord::otherRack);
    double maps = Math.max(1, near + rack + other);
    return new RunSummary(
        seconds.length,
        Arrays.stream(seconds).average().orElse(0),
        quantile(seconds, 0.5),
        quantile(seconds, 0.95),
        near / maps,
        rack / maps,
        other / maps);
  }

  private static long sum(List<JobRecord> jobs, ToIntFunction<JobRecord> count) {
    return jobs.stream().mapToLong(count::applyAsInt).sum();
  }

  private static double quantile(double[] sorted, double part) {
    if (sorted.length == 0) {
      return 0;
    }
    double at = part * (sorted.length - 1);
    int below = (int) at;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
  }
}
