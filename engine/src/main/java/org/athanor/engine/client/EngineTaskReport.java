// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

import java.util.List;
import org.apache.hadoop.mapred.TaskID;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskReport;
import org.athanor.engine.job.AttemptView;
import org.athanor.engine.job.TaskView;

/**
 * A {@link TaskReport} filled from a view. Its state is the text that the latest attempt reported.
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
    return reported.isEmpty() ? task.status().toString() : reported;
  }

  private static List<TaskAttemptID> running(TaskView task) {
    return task.attempts().stream().filter(AttemptView::isRunning).map(AttemptView::id).toList();
  }
}
