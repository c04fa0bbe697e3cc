// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

import java.util.List;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapred.TaskID;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.v2.api.records.TaskState;
import org.athanor.engine.job.AttemptView;
import org.athanor.engine.job.TaskView;

/**
 * A {@link TaskReport} filled from a view. Its state is the text that the latest attempt reported,
 * or the name of the task's state if there is none.
 */
final class EngineTaskReport extends TaskReport {
  private EngineTaskReport(TaskView task) {
    super(
        TaskID.downgrade(task.id()),
        task.progress(),
        state(task),
        task.attempts().stream()
            .flatMap(attempt -> attempt.diagnostics().stream())
            .toArray(String[]::new),
        task.status(),
        task.startTime(),
        task.finishTime(),
        new Counters(task.counters()));
  }

  static EngineTaskReport of(TaskView task) {
    EngineTaskReport report = new EngineTaskReport(task);
    report.setRunningTaskAttemptIds(running(task));
    task.successfulAttempt().ifPresent(report::setSuccessfulAttemptId);
    return report;
  }

  private static String state(TaskView task) {
    List<AttemptView> attempts = task.attempts();
    String reported = attempts.isEmpty() ? "" : attempts.get(attempts.size() - 1).status();
    return reported.isEmpty() ? state(task.status()).name() : reported;
  }

  /** Returns the state in YARN's words, which Hadoop's reports of tasks on YARN have as text. */
  private static TaskState state(TIPStatus status) {
    return switch (status) {
      case PENDING -> TaskState.SCHEDULED;
      case RUNNING -> TaskState.RUNNING;
      case COMPLETE -> TaskState.SUCCEEDED;
      case KILLED -> TaskState.KILLED;
      case FAILED -> TaskState.FAILED;
    };
  }

  private static List<TaskAttemptID> running(TaskView task) {
    return task.attempts().stream().filter(AttemptView::isRunning).map(AttemptView::id).toList();
  }
}
