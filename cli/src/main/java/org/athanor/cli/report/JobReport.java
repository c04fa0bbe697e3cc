// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.report;

import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.CounterGroup;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskType;
import org.athanor.engine.job.JobView;
import org.athanor.engine.skew.SkewReport;

/**
 * A snapshot of one job, taken once so that all values written about it agree. Times are as in
 * {@link JobView}.
 *
 * @param failure why the job failed or was killed, empty otherwise
 * @param counters not to be changed
 * @param skew what there is to say about uneven reduces of a job that has succeeded
 */
record JobReport(
    String id,
    String name,
    JobStatus.State state,
    String failure,
    long submitTime,
    long startTime,
    long finishTime,
    TaskGroup maps,
    TaskGroup reduces,
    Counters counters,
    Optional<SkewReport> skew) {
  static JobReport of(JobView job) {
    JobStatus.State state = job.state();
    return new JobReport(
        job.id().toString(),
        job.name(),
        state,
        job.failureInfo(),
        job.submitTime(),
        job.startTime(),
        job.finishTime(),
        TaskGroup.of(job.tasks(TaskType.MAP), job.mapProgress()),
        TaskGroup.of(job.tasks(TaskType.REDUCE), job.reduceProgress()),
        job.counters(),
        state == JobStatus.State.SUCCEEDED ? SkewReport.of(job.reduceLoads()) : Optional.empty());
  }

  /** Whether the job is in its last state. */
  boolean ended() {
    return state == JobStatus.State.SUCCEEDED
        || state == JobStatus.State.FAILED
        || state == JobStatus.State.KILLED;
  }

  /** Whether a task of the job has begun. */
  boolean hasBegun() {
    return maps.hasBegun() || reduces.hasBegun();
  }

  /**
   * Wall time from submission to end in milliseconds; 0 until it has ended, or if nobody knows, as
   * of a job whose ApplicationMaster was lost.
   */
  long millis() {
    return finishTime == 0 || submitTime == 0 ? 0 : finishTime - submitTime;
  }

  /** Progress of the whole job, from 0 to 1; maps and reduces have the same weight. */
  float progress() {
    if (reduces.total() == 0) {
      return maps.progress();
    }
    return (maps.progress() + reduces.progress()) / 2;
  }

  /**
   * The value of a counter by the name of its enum constant; empty if the job has no such counter.
   */
  OptionalLong counter(Enum<?> key) {
    String groupName = key.getDeclaringClass().getName();
    // Looking up a group or a counter by name would add it; a snapshot must not change.
    for (CounterGroup group : counters) {
      if (group.getName().equals(groupName)) {
        for (Counter counter : group) {
          if (counter.getName().equals(key.name())) {
            return OptionalLong.of(counter.getValue());
          }
        }
      }
    }
    return OptionalLong.empty();
  }
}
