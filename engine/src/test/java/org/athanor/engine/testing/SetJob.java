// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
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
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.athanor.engine.job.AttemptView;
import org.athanor.engine.job.ContainerPlace;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.TaskView;

/** A job of the user anna whose state the test sets. Thread-safe, but for its counters. */
public final class SetJob implements JobView {
  private final JobID id;
  private final Path jobFile;
  private final JobConf conf;
  private final List<TaskView> maps = new CopyOnWriteArrayList<>();
  private final List<TaskView> reduces = new CopyOnWriteArrayList<>();
  private final List<TaskCompletionEvent> events = new CopyOnWriteArrayList<>();
  private final AtomicInteger reads = new AtomicInteger();

  public final Counters counters = new Counters();
  public volatile JobStatus.State state = JobStatus.State.RUNNING;
  public volatile JobPriority priority = JobPriority.HIGH;
  public volatile String name = "sort words";
  public volatile String failureInfo = "";
  public volatile String historyFile = "";
  public volatile long finishTime;

  public SetJob(int number, Path jobFile, JobConf conf) {
    this.id = new org.apache.hadoop.mapred.JobID("1700000000000", number);
    this.jobFile = jobFile;
    this.conf = conf;
  }

  public TaskAttemptID attempt(TaskType type, int task, int number) {
    return new org.apache.hadoop.mapred.TaskAttemptID(
        org.apache.hadoop.mapred.TaskID.downgrade(new TaskID(id, type, task)), number);
  }

  /** Returns how often the state was read. */
  public int reads() {
    return reads.get();
  }

  /** Adds a task whose attempts have these states, in their order, with an event for each end. */
  public void addTask(TaskType type, TIPStatus status, TaskStatus.State... states) {
    List<TaskView> tasks = type == TaskType.MAP ? maps : reduces;
    List<AttemptView> attempts = new ArrayList<>();
    Optional<TaskAttemptID> success = Optional.empty();
    for (TaskStatus.State each : states) {
      TaskAttemptID attempt = attempt(type, tasks.size(), attempts.size());
      attempts.add(view(attempt, each));
      if (each == TaskStatus.State.SUCCEEDED) {
        success = Optional.of(attempt);
      }
      if (each != TaskStatus.State.RUNNING) {
        addEvent(attempt, org.apache.hadoop.mapred.TaskCompletionEvent.Status.valueOf(each.name()));
      }
    }
    TaskID task = attempt(type, tasks.size(), 0).getTaskID();
    Counters sum = new Counters();
    sum.findCounter("task", "number").setValue(tasks.size());
    tasks.add(
        new TaskView(task, status, 0.5f, 1000, 2000, sum, success, attempts, List.of("host")));
  }

  /** Adds a task as the test describes it. */
  public void addTask(TaskView task) {
    (task.id().getTaskType() == TaskType.MAP ? maps : reduces).add(task);
  }

  private static AttemptView view(TaskAttemptID attempt, TaskStatus.State state) {
    boolean map = attempt.getTaskType() == TaskType.MAP;
    Counters counters = new Counters();
    counters.findCounter("attempt", "number").setValue(attempt.getId());
    return new AttemptView(
        attempt,
        state,
        map ? TaskStatus.Phase.MAP : TaskStatus.Phase.REDUCE,
        0.25f,
        "line " + attempt.getId(),
        1000,
        map ? 0 : 1100,
        1200,
        state == TaskStatus.State.RUNNING ? 0 : 1300,
        counters,
        state == TaskStatus.State.FAILED ? List.of(attempt + " broke") : List.of(),
        Optional.of(placeOf(attempt)));
  }

  private static ContainerPlace placeOf(TaskAttemptID attempt) {
    ApplicationAttemptId application =
        ApplicationAttemptId.newInstance(TypeConverter.toYarn(attempt.getJobID()).getAppId(), 1);
    return new ContainerPlace(
        ContainerId.newContainerId(application, 42),
        NodeId.newInstance("node" + attempt.getId(), 8041),
        8042,
        "/default-rack");
  }

  private void addEvent(
      TaskAttemptID attempt, org.apache.hadoop.mapred.TaskCompletionEvent.Status status) {
    org.apache.hadoop.mapred.TaskCompletionEvent event =
        new org.apache.hadoop.mapred.TaskCompletionEvent(
            events.size(),
            org.apache.hadoop.mapred.TaskAttemptID.downgrade(attempt),
            attempt.getTaskID().getId(),
            attempt.getTaskType() == TaskType.MAP,
            status,
            "http://h");
    event.setTaskRunTime(300);
    events.add(event);
  }

  @Override
  public JobID id() {
    return id;
  }

  @Override
  public String user() {
    return "anna";
  }

  @Override
  public String name() {
    return name;
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
    return jobFile;
  }

  @Override
  public JobStatus.State state() {
    reads.incrementAndGet();
    return state;
  }

  @Override
  public String failureInfo() {
    return failureInfo;
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
    return 0.125f;
  }

  @Override
  public Counters counters() {
    return counters;
  }

  @Override
  public List<TaskView> tasks(TaskType type) {
    return type == TaskType.MAP ? maps : reduces;
  }

  @Override
  public List<TaskCompletionEvent> completionEvents(int from, int max) {
    return events.stream().skip(from).limit(max).toList();
  }

  @Override
  public void awaitCompletionEvent(int from, long millis) {
    throw new UnsupportedOperationException();
  }

  @Override
  public JobPriority priority() {
    return priority;
  }

  @Override
  public String historyFile() {
    return historyFile;
  }
}
