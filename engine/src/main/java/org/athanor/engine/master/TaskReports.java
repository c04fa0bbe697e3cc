// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.master;

import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptReport;
import org.apache.hadoop.mapreduce.v2.api.records.TaskReport;
import org.apache.hadoop.mapreduce.v2.api.records.TaskState;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.util.Records;
import org.athanor.engine.job.AttemptView;
import org.athanor.engine.job.Containers;
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

  /**
   * @param containers of the attempt's job
   */
  static TaskAttemptReport of(AttemptView attempt, Containers containers) {
    NodeId node = Containers.node();
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
    report.setContainerId(containers.of(attempt.id()));
    report.setNodeManagerHost(node.getHost());
    report.setNodeManagerPort(node.getPort());
    report.setNodeManagerHttpPort(Containers.NO_PORT);
    return report;
  }
}
