// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskStatus;
import org.athanor.engine.job.ContainerPlace;
import org.athanor.engine.skew.ReduceLoad;
import org.athanor.engine.task.AttemptReport;

/**
 * The attempt by which a task has succeeded, whose output the job's committer has. Immutable.
 *
 * @param place where it ran
 * @param startTime in milliseconds since the epoch, as the other times
 * @param counters not to be changed
 */
public record FinishedTask(
    TaskAttemptID attempt,
    ContainerPlace place,
    long startTime,
    long finishTime,
    Counters counters,
    TaskStatus.Phase phase,
    String status,
    long shuffleFinishTime,
    long sortFinishTime,
    ReduceLoad.Shape shape)
    implements AttemptReport {

  static FinishedTask of(AttemptRecord attempt) {
    AttemptReport report = attempt.report();
    return new FinishedTask(
        attempt.id(),
        attempt.place(),
        attempt.startTime(),
        attempt.finishTime(),
        report.counters(),
        report.phase(),
        report.status(),
        report.shuffleFinishTime(),
        report.sortFinishTime(),
        report.shape());
  }

  @Override
  public float lastProgress() {
    return 1;
  }
}
