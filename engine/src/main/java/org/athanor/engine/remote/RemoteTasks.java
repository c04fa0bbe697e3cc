// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.remote;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptCompletionEvent;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptReport;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptState;
import org.apache.hadoop.mapreduce.v2.api.records.TaskReport;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.athanor.engine.job.AttemptView;
import org.athanor.engine.job.ContainerPlace;
import org.athanor.engine.job.TaskView;

/**
 * The tasks of one job of an application master. One call fetches the reports of all tasks, a few
 * their events, and one more each attempt that runs or did not succeed.
 *
 * <p>Some values do not travel: the locations of splits are empty. A successful attempt, whose
 * report would cost a call for each task, has the counters of its task, and neither a status text,
 * nor a place, nor the times of shuffle and sort.
 */
final class RemoteTasks {
  private static final int EVENTS_PER_CALL = 1000;

  private final JobID job;
  private final Master master;

  RemoteTasks(JobID job, Master master) {
    this.job = job;
    this.master = master;
  }

  List<TaskView> of(TaskType type) {
    List<TaskReport> reports = master.tasks(job, TypeConverter.toYarn(type));
    Map<TaskID, List<TaskAttemptCompletionEvent>> ends = new HashMap<>();
    for (TaskAttemptCompletionEvent event : events()) {
      TaskID task = TypeConverter.fromYarn(event.getAttemptId().getTaskId());
      ends.computeIfAbsent(task, t -> new ArrayList<>()).add(event);
    }
    return reports.stream()
        .map(
            task ->
                view(task, ends.getOrDefault(TypeConverter.fromYarn(task.getTaskId()), List.of())))
        .sorted((a, b) -> a.id().compareTo(b.id()))
        .toList();
  }

  private List<TaskAttemptCompletionEvent> events() {
    List<TaskAttemptCompletionEvent> all = new ArrayList<>();
    List<TaskAttemptCompletionEvent> page;
    do {
      page = master.events(job, all.size(), EVENTS_PER_CALL);
      all.addAll(page);
    } while (page.size() == EVENTS_PER_CALL);
    return all;
  }

  private TaskView view(TaskReport task, List<TaskAttemptCompletionEvent> ends) {
    Counters counters = TypeConverter.fromYarn(task.getCounters());
    TaskAttemptId success = task.getSuccessfulAttempt();
    Map<Integer, AttemptView> attempts = new TreeMap<>();
    for (TaskAttemptCompletionEvent end : ends) {
      TaskAttemptId attempt = end.getAttemptId();
      attempts.put(
          attempt.getId(),
          attempt.equals(success)
              ? successful(task, counters, end.getAttemptRunTime())
              : view(master.attempt(job, attempt)));
    }
    for (TaskAttemptId running : task.getRunningAttemptsList()) {
      attempts.computeIfAbsent(running.getId(), number -> view(master.attempt(job, running)));
    }
    if (success != null) { // its event may be younger than the task's report
      attempts.computeIfAbsent(success.getId(), number -> successful(task, counters, 0));
    }
    return new TaskView(
        TypeConverter.fromYarn(task.getTaskId()),
        TypeConverter.fromYarn(task.getTaskState()),
        task.getProgress(),
        task.getStartTime(),
        task.getFinishTime(),
        counters,
        Optional.ofNullable(success).map(TypeConverter::fromYarn),
        List.copyOf(attempts.values()),
        List.of());
  }

  /**
   * @param millis how long the attempt ran; 0 if that is not known
   */
  private static AttemptView successful(TaskReport task, Counters counters, int millis) {
    TaskAttemptID id = TypeConverter.fromYarn(task.getSuccessfulAttempt());
    return new AttemptView(
        id,
        TaskStatus.State.SUCCEEDED,
        id.getTaskType() == TaskType.MAP ? TaskStatus.Phase.MAP : TaskStatus.Phase.REDUCE,
        1,
        "",
        millis > 0 ? task.getFinishTime() - millis : task.getStartTime(),
        0,
        0,
        task.getFinishTime(),
        counters,
        List.of(),
        Optional.empty());
  }

  /** Returns where an attempt runs, or has run. */
  static ContainerPlace place(TaskAttemptReport report) {
    return new ContainerPlace(
        report.getContainerId(),
        NodeId.newInstance(report.getNodeManagerHost(), report.getNodeManagerPort()),
        report.getNodeManagerHttpPort(),
        NetworkTopology.DEFAULT_RACK);
  }

  private static AttemptView view(TaskAttemptReport report) {
    String diagnostics = report.getDiagnosticInfo();
    return new AttemptView(
        TypeConverter.fromYarn(report.getTaskAttemptId()),
        state(report.getTaskAttemptState()),
        TaskStatus.Phase.valueOf(report.getPhase().name()),
        report.getProgress(),
        report.getStateString(),
        report.getStartTime(),
        report.getShuffleFinishTime(),
        report.getSortFinishTime(),
        report.getFinishTime(),
        TypeConverter.fromYarn(report.getCounters()),
        diagnostics.isEmpty() ? List.of() : List.of(diagnostics),
        Optional.of(place(report)));
  }

  private static TaskStatus.State state(TaskAttemptState state) {
    return switch (state) {
      case NEW, STARTING -> TaskStatus.State.UNASSIGNED;
      case RUNNING -> TaskStatus.State.RUNNING;
      case COMMIT_PENDING -> TaskStatus.State.COMMIT_PENDING;
      case SUCCEEDED -> TaskStatus.State.SUCCEEDED;
      case FAILED -> TaskStatus.State.FAILED;
      case KILLED -> TaskStatus.State.KILLED;
    };
  }

  static TaskCompletionEvent event(TaskAttemptCompletionEvent event) {
    TaskAttemptID attempt = TypeConverter.fromYarn(event.getAttemptId());
    org.apache.hadoop.mapred.TaskCompletionEvent converted =
        new org.apache.hadoop.mapred.TaskCompletionEvent(
            event.getEventId(),
            org.apache.hadoop.mapred.TaskAttemptID.downgrade(attempt),
            attempt.getTaskID().getId(),
            attempt.getTaskType() == TaskType.MAP,
            TypeConverter.fromYarn(event.getStatus()),
            event.getMapOutputServerAddress());
    converted.setTaskRunTime(event.getAttemptRunTime());
    return converted;
  }
}
