// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.athanor.engine.job.AttemptView;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.TaskView;

/** A job whose state the test sets. */
final class FakeJob implements JobView {
  private final JobID id;
  private final JobConf conf;
  private final Path submitDirectory;

  final List<TaskView> maps = new ArrayList<>();
  final List<TaskCompletionEvent> events = new ArrayList<>();
  final Counters counters = new Counters();
  volatile JobStatus.State state = JobStatus.State.RUNNING;
  volatile String failure = "";
  volatile String history = "";
  volatile long finishTime;

  /** How many times the state is read before the job succeeds; negative if it does not succeed. */
  volatile int polls = -1;

  volatile JobPriority priority = JobPriority.DEFAULT;

  FakeJob(JobID id, Path submitDirectory, JobConf conf) {
    this.id = id;
    this.submitDirectory = submitDirectory;
    this.conf = conf;
  }

  TaskAttemptID attempt(int task, int number) {
    return new TaskAttemptID(new TaskID(id, TaskType.MAP, task), number);
  }

  /** Adds a map of which no attempt is known. */
  void addMapWithoutAttempts(TIPStatus status) {
    TaskID task = new TaskID(id, TaskType.MAP, maps.size());
    maps.add(
        new TaskView(
            task, status, 0, 1000, 2000, counters, Optional.empty(), List.of(), List.of()));
  }

  /** Adds a map whose first attempt failed and whose second runs or has succeeded. */
  void addMap(TIPStatus status, String diagnostics) {
    int index = maps.size();
    TaskStatus.State second =
        status == TIPStatus.RUNNING ? TaskStatus.State.RUNNING : TaskStatus.State.SUCCEEDED;
    AttemptView failed = view(attempt(index, 0), TaskStatus.State.FAILED, "", List.of(diagnostics));
    AttemptView last = view(attempt(index, 1), second, "reading line 7", List.of());
    Optional<TaskAttemptID> success =
        status == TIPStatus.COMPLETE ? Optional.of(last.id()) : Optional.empty();
    maps.add(
        new TaskView(
            last.id().getTaskID(),
            status,
            0.5f,
            1000,
            2000,
            counters,
            success,
            List.of(failed, last),
            List.of()));
    events.add(
        new TaskCompletionEvent(
            events.size(),
            failed.id(),
            index,
            true,
            TaskCompletionEvent.Status.FAILED,
            "http://h"));
  }

  private AttemptView view(
      TaskAttemptID attempt, TaskStatus.State state, String status, List<String> diagnostics) {
    return new AttemptView(
        attempt,
        state,
        TaskStatus.Phase.MAP,
        0.5f,
        status,
        1000,
        0,
        0,
        0,
        counters,
        diagnostics,
        Optional.empty());
  }

  void end(JobStatus.State end) {
    finishTime = 9000;
    state = end;
  }

  /** Returns an id of the old API's class, as the engine does. */
  @Override
  public JobID id() {
    return org.apache.hadoop.mapred.JobID.downgrade(id);
  }

  @Override
  public String user() {
    return "anna";
  }

  @Override
  public String name() {
    return conf.getJobName();
  }

  @Override
  public String queue() {
    return conf.getQueueName();
  }

  @Override
  public JobConf configuration() {
    return conf;
  }

  @Override
  public Path jobFile() {
    return new Path(submitDirectory, "job.xml");
  }

  @Override
  public synchronized JobStatus.State state() {
    if (polls >= 0 && polls-- == 0) {
      end(JobStatus.State.SUCCEEDED);
    }
    return state;
  }

  @Override
  public String failureInfo() {
    return failure;
  }

  @Override
  public long submitTime() {
    return 500;
  }

  @Override
  public long startTime() {
    return 600;
  }

  @Override
  public long finishTime() {
    return finishTime;
  }

  @Override
  public float setupProgress() {
    return 1;
  }

  @Override
  public float mapProgress() {
    return 0.75f;
  }

  @Override
  public float reduceProgress() {
    return 0.25f;
  }

  @Override
  public float cleanupProgress() {
    return finishTime == 0 ? 0 : 1;
  }

  @Override
  public Counters counters() {
    return counters;
  }

  @Override
  public List<TaskView> tasks(TaskType type) {
    return type == TaskType.MAP ? maps : List.of();
  }

  @Override
  public List<TaskCompletionEvent> completionEvents(int from, int max) {
    return events.stream().skip(from).limit(max).toList();
  }

  @Override
  public void awaitCompletionEvent(int from, long millis) {
    assertThat(millis).isPositive();
  }

  @Override
  public JobPriority priority() {
    return priority;
  }

  @Override
  public String historyFile() {
    return history;
  }
}
