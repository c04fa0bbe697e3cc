// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.master;

import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptReport;
import org.apache.hadoop.mapreduce.v2.api.records.TaskReport;
import org.apache.hadoop.mapreduce.v2.api.records.TaskState;
import org.apache.hadoop.yarn.util.Records;
import org.athanor.engine.job.AttemptView;
import org.athanor.engine.job.ContainerPlace;
import org.athanor.engine.job.TaskView;

/** Converts views of tasks and attempts to the records of Hadoop's protocol. Stateless. */
final class TaskReports {
  private TaskReports() {}

  /**
   * Returns a report with the errors of all attempts. It has no status text, because Hadoop's
   * format has no field for it; a client finds that in the report of an attempt.
   */
  static TaskReport of(TaskView task) {
    TaskReport report = Records.newRecord(TaskReport.class);
    report.setTaskId(TypeConverter.toYarn(task.id()));
    report.setTaskState(state(task.status()));
    report.setProgress(task.progress());
    report.setStartTime(task.startTime());
    report.setFinishTime(task.finishTime());
    report.setRawCounters(task.counters());
    for (AttemptView attempt : task.attempts()) {
      if (attempt.isRunning()) {
        report.addRunningAttempt(TypeConverter.toYarn(attempt.id()));
      }
      report.addAllDiagnostics(attempt.diagnostics());
    }
    task.successfulAttempt().map(TypeConverter::toYarn).ifPresent(report::setSuccessfulAttempt);
    return report;
  }

  private static TaskState state(TIPStatus status) {
    return switch (status) {
      case PENDING -> TaskState.SCHEDULED;
      case RUNNING -> TaskState.RUNNING;
      case COMPLETE -> TaskState.SUCCEEDED;
      case KILLED -> TaskState.KILLED;
      case FAILED -> TaskState.FAILED;
    };
  }

  static TaskAttemptReport of(AttemptView attempt) {
    JobID job = attempt.id().getJobID();
    ContainerPlace place = attempt.place().orElseGet(() -> ContainerPlace.ofJobHere(job));
    TaskAttemptReport report = Records.newRecord(TaskAttemptReport.class);
    report.setTaskAttemptId(TypeConverter.toYarn(attempt.id()));
    report.setTaskAttemptState(TypeConverter.toYarn(attempt.state()));
    report.setPhase(TypeConverter.toYarn(attempt.phase()));
    report.setProgress(attempt.progress());
    report.setStateString(attempt.status());
    report.setStartTime(attempt.startTime());
    report.setShuffleFinishTime(attempt.shuffleFinishTime());
    report.setSortFinishTime(attempt.sortFinishTime());
    report.setFinishTime(attempt.finishTime());
    report.setRawCounters(attempt.counters());
    report.setDiagnosticInfo(String.join("\n", attempt.diagnostics()));
    report.setContainerId(place.container());
    report.setNodeManagerHost(place.node().getHost());
    report.setNodeManagerPort(place.node().getPort());
    report.setNodeManagerHttpPort(place.httpPort());
    return report;
  }
}
