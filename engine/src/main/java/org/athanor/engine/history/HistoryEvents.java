// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.history;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.JobACL;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.jobhistory.AMStartedEvent;
import org.apache.hadoop.mapreduce.jobhistory.HistoryEvent;
import org.apache.hadoop.mapreduce.jobhistory.JobFinishedEvent;
import org.apache.hadoop.mapreduce.jobhistory.JobInfoChangeEvent;
import org.apache.hadoop.mapreduce.jobhistory.JobInitedEvent;
import org.apache.hadoop.mapreduce.jobhistory.JobPriorityChangeEvent;
import org.apache.hadoop.mapreduce.jobhistory.JobSubmittedEvent;
import org.apache.hadoop.mapreduce.jobhistory.JobUnsuccessfulCompletionEvent;
import org.apache.hadoop.mapreduce.jobhistory.MapAttemptFinishedEvent;
import org.apache.hadoop.mapreduce.jobhistory.ReduceAttemptFinishedEvent;
import org.apache.hadoop.mapreduce.jobhistory.TaskAttemptStartedEvent;
import org.apache.hadoop.mapreduce.jobhistory.TaskAttemptUnsuccessfulCompletionEvent;
import org.apache.hadoop.mapreduce.jobhistory.TaskFailedEvent;
import org.apache.hadoop.mapreduce.jobhistory.TaskFinishedEvent;
import org.apache.hadoop.mapreduce.jobhistory.TaskStartedEvent;
import org.apache.hadoop.security.authorize.AccessControlList;
import org.athanor.engine.job.AttemptView;
import org.athanor.engine.job.ContainerPlace;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.TaskView;

/**
 * Converts an ended job to the events of Hadoop's history, task by task, each with its attempts.
 * The events are not sorted by time: readers only need the start of a job, task or attempt before
 * its end.
 */
final class HistoryEvents {
  /** Receives events one by one. */
  interface Sink {
    void accept(HistoryEvent event) throws IOException;
  }

  private static final List<TaskType> KINDS = List.of(TaskType.MAP, TaskType.REDUCE);
  private static final int NO_SHUFFLE_PORT = -1;
  private static final int[][] NO_SPLITS = null; // the progress over time, which is not recorded

  private final JobView job;
  private final EndedTasks tasks;
  private final Sink sink;

  private HistoryEvents(JobView job, EndedTasks tasks, Sink sink) {
    this.job = job;
    this.tasks = tasks;
    this.sink = sink;
  }

  /**
   * Passes the events of a job to {@code sink}.
   *
   * @param access whom the job allows which operation, as a history server is to know
   * @param confPath the path of the history's copy of the job's configuration
   */
  static void emit(
      JobView job,
      EndedTasks tasks,
      Map<JobACL, AccessControlList> access,
      String confPath,
      Sink sink)
      throws IOException {
    HistoryEvents events = new HistoryEvents(job, tasks, sink);
    events.begin(access, confPath);
    for (TaskType kind : KINDS) {
      for (TaskView task : tasks.of(kind)) {
        events.task(task, kind);
      }
    }
    events.end();
  }

  private void begin(Map<JobACL, AccessControlList> access, String confPath) throws IOException {
    JobID id = job.id();
    sink.accept(
        new JobSubmittedEvent(
            id, job.name(), job.user(), job.submitTime(), confPath, access, job.queue()));
    if (job.startTime() > 0) {
      ContainerPlace place = job.place();
      sink.accept(
          new AMStartedEvent(
              place.container().getApplicationAttemptId(),
              job.startTime(),
              place.container(),
              place.node().getHost(),
              place.node().getPort(),
              place.httpPort(),
              job.submitTime()));
      sink.accept(new JobInfoChangeEvent(id, job.submitTime(), job.startTime()));
      int maps = tasks.maps().size();
      int reduces = tasks.reduces().size();
      sink.accept(new JobInitedEvent(id, job.startTime(), maps, reduces, "INITED", false));
    }
    if (job.priority() != JobPriority.DEFAULT) {
      sink.accept(
          new JobPriorityChangeEvent(
              id, org.apache.hadoop.mapred.JobPriority.valueOf(job.priority().name())));
    }
  }

  private void task(TaskView task, TaskType kind) throws IOException {
    if (task.startTime() == 0 && task.attempts().isEmpty()) {
      return; // it was never started
    }
    sink.accept(
        new TaskStartedEvent(
            task.id(), task.startTime(), kind, String.join(",", task.locations())));
    for (AttemptView attempt : task.attempts()) {
      attempt(attempt, kind);
    }
    if (task.status() == TIPStatus.COMPLETE) {
      sink.accept(
          new TaskFinishedEvent(
              task.id(),
              task.successfulAttempt().orElse(null),
              task.finishTime(),
              kind,
              TaskStatus.State.SUCCEEDED.toString(),
              task.counters()));
    } else {
      taskFailed(task, kind);
    }
  }

  private void taskFailed(TaskView task, TaskType kind) throws IOException {
    boolean failed = task.status() == TIPStatus.FAILED;
    AttemptView last = null;
    for (AttemptView attempt : task.attempts()) {
      if (isFailed(attempt)) {
        last = attempt;
      }
    }
    sink.accept(
        new TaskFailedEvent(
            task.id(),
            endOr(task.finishTime()),
            kind,
            last == null ? "" : diagnostics(last),
            (failed ? TaskStatus.State.FAILED : TaskStatus.State.KILLED).toString(),
            failed && last != null ? last.id() : null,
            task.counters()));
  }

  private void attempt(AttemptView attempt, TaskType kind) throws IOException {
    ContainerPlace place = attempt.place().orElseGet(job::place);
    String host = place.node().getHost();
    int port = place.node().getPort();
    sink.accept(
        new TaskAttemptStartedEvent(
            attempt.id(),
            kind,
            attempt.startTime(),
            host,
            place.httpPort(),
            NO_SHUFFLE_PORT,
            place.container(),
            "",
            ""));
    if (attempt.state() != TaskStatus.State.SUCCEEDED) {
      TaskStatus.State state =
          isFailed(attempt) ? TaskStatus.State.FAILED : TaskStatus.State.KILLED;
      sink.accept(
          new TaskAttemptUnsuccessfulCompletionEvent(
              attempt.id(),
              kind,
              state.toString(),
              endOr(attempt.finishTime()),
              host,
              port,
              place.rack(),
              diagnostics(attempt),
              attempt.counters(),
              NO_SPLITS));
    } else if (kind == TaskType.MAP) {
      sink.accept(
          new MapAttemptFinishedEvent(
              attempt.id(),
              kind,
              attempt.state().toString(),
              attempt.sortFinishTime(),
              attempt.finishTime(),
              host,
              port,
              place.rack(),
              attempt.status(),
              attempt.counters(),
              NO_SPLITS));
    } else {
      sink.accept(
          new ReduceAttemptFinishedEvent(
              attempt.id(),
              kind,
              attempt.state().toString(),
              attempt.shuffleFinishTime(),
              attempt.sortFinishTime(),
              attempt.finishTime(),
              host,
              port,
              place.rack(),
              attempt.status(),
              attempt.counters(),
              NO_SPLITS));
    }
  }

  private void end() throws IOException {
    int maps = tasks.count(TaskType.MAP, TIPStatus.COMPLETE);
    int reduces = tasks.count(TaskType.REDUCE, TIPStatus.COMPLETE);
    int failedMaps = tasks.count(TaskType.MAP, TIPStatus.FAILED);
    int failedReduces = tasks.count(TaskType.REDUCE, TIPStatus.FAILED);
    int killedMaps = tasks.count(TaskType.MAP, TIPStatus.KILLED);
    int killedReduces = tasks.count(TaskType.REDUCE, TIPStatus.KILLED);
    if (job.state() == JobStatus.State.SUCCEEDED) {
      sink.accept(
          new JobFinishedEvent(
              job.id(),
              job.finishTime(),
              maps,
              reduces,
              failedMaps,
              failedReduces,
              killedMaps,
              killedReduces,
              tasks.counters(TaskType.MAP),
              tasks.counters(TaskType.REDUCE),
              job.counters()));
    } else {
      sink.accept(
          new JobUnsuccessfulCompletionEvent(
              job.id(),
              job.finishTime(),
              maps,
              reduces,
              failedMaps,
              failedReduces,
              killedMaps,
              killedReduces,
              job.state().toString(),
              List.of(job.failureInfo())));
    }
  }

  /** Returns the time when a task or attempt ended, or the job's, if it ran until the job's end. */
  private long endOr(long finishTime) {
    return finishTime > 0 ? finishTime : job.finishTime();
  }

  private static boolean isFailed(AttemptView attempt) {
    return attempt.state() == TaskStatus.State.FAILED
        || attempt.state() == TaskStatus.State.FAILED_UNCLEAN;
  }

  private static String diagnostics(AttemptView attempt) {
    return String.join("\n", attempt.diagnostics());
  }
}
