// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import org.athanor.simulator.mapreduce.JobRecord;

/**
 * What to compare runs by.
 *
 * @param seconds of jobs, from submission to end
 * @param waits of jobs, from submission to the first task's slot, in seconds; those without a task
 *     are left out here and in {@code slowdowns}
 * @param slowdowns of jobs: their time divided by what it is without the wait, from 1
 * @param failed jobs that could not do their work
 * @param nodeLocal the part of maps on a node with their input, or without input; 0 to 1
 * @param rackLocal the part of maps in a rack with their input
 * @param otherRack the part of maps elsewhere
 */
public record RunSummary(
    Distribution seconds,
    Distribution waits,
    Distribution slowdowns,
    int failed,
    double nodeLocal,
    double rackLocal,
    double otherRack) {

  /** The summary of a run's jobs; times and parts are 0 if there are none. */
  public static RunSummary of(RunResult result) {
    List<JobRecord> jobs = result.jobs();
    List<JobRecord> begun = jobs.stream().filter(job -> !Double.isNaN(job.firstTask())).toList();
    long near = sum(jobs, JobRecord::nodeLocal);
    long rack = sum(jobs, JobRecord::rackLocal);
    long other = sum(jobs, JobRecord::otherRack);
    double maps = Math.max(1, near + rack + other);
    return new RunSummary(
        distribution(jobs, JobRecord::seconds),
        distribution(begun, RunSummary::wait),
        distribution(
            begun.stream().filter(job -> job.end() > job.firstTask()).toList(),
            job -> job.seconds() / (job.end() - job.firstTask())),
        (int) jobs.stream().filter(job -> job.failure().isPresent()).count(),
        near / maps,
        rack / maps,
        other / maps);
  }

  /** Number of jobs that ended, well or not. */
  public int jobs() {
    return (int) seconds.count();
  }

  private static double wait(JobRecord job) {
    return job.firstTask() - job.spec().submitSeconds();
  }

  private static Distribution distribution(
      List<JobRecord> jobs, ToDoubleFunction<JobRecord> value) {
    return Distribution.of(jobs.stream().mapToDouble(value).toArray());
  }

  private static long sum(List<JobRecord> jobs, ToIntFunction<JobRecord> count) {
    return jobs.stream().mapToLong(count::applyAsInt).sum();
  }
}
