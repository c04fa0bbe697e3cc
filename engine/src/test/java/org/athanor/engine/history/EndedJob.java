// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.athanor.engine.job.AttemptView;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.TaskView;

/**
 * A job in an end state that the test chooses. It was submitted at 1000, started at 2000 and ended
 * a day later.
 */
final class EndedJob implements JobView {
  static final long FINISHED = 90_000_000;

  private final JobConf conf;
  private final JobStatus.State state;
  private final String failure;
  private final List<TaskView> maps = new ArrayList<>();
  private final List<TaskView> reduces = new ArrayList<>();

  EndedJob(JobConf conf, JobStatus.State state, String failure) {
    this.conf = conf;
    this.state = state;
    this.failure = failure;
  }

  /** Adds a task with one attempt per given state. */
  EndedJob with(TaskType type, TIPStatus status, TaskStatus.State... attempts) {
    List<TaskView> tasks = type == TaskType.MAP ? maps : reduces;
    TaskID task = new TaskID(id(), type, tasks.size());
    List<AttemptView> views = new ArrayList<>();
    Optional<TaskAttemptID> success = Optional.empty();
    for (int i = 0; i < attempts.length; i++) {
      AttemptView view = attempt(new TaskAttemptID(task, i), type, attempts[i]);
      views.add(view);
      if (attempts[i] == TaskStatus.State.SUCCEEDED) {
        success = Optional.of(view.id());
      }
    }
    long start = attempts.length == 0 ? 0 : 3000;
    tasks.add(
        new TaskView(
            task,
            status,
            1,
            start,
            8000,
            counters(),
            success,
            views,
            List.of("/rack/a", "/rack/b")));
    return this;
  }

  private AttemptView attempt(TaskAttemptID id, TaskType type, TaskStatus.State state) {
    boolean ok = state == TaskStatus.State.SUCCEEDED;
    boolean running = state == TaskStatus.State.RUNNING;
    boolean map = type == TaskType.MAP;
    return new AttemptView(
        id,
        state,
        map ? TaskStatus.Phase.MAP : TaskStatus.Phase.REDUCE,
        1,
        "said hello",
        3000,
        map ? 0 : 5000,
        6000,
        running ? 0 : 7000,
        counters(),
        ok ? List.of() : List.of("java.io.IOException: disk", "\tat x"),
        Optional.empty());
  }

  @Override
  public JobID id() {
    return new JobID("1700000000000", 1234);
  }

  @Override
  public String user() {
    return "anna";
  }

  @Override
  public String name() {
    return "sort-words, twice é";
  }

  @Override
  public String queue() {
    return "night-ly";
  }

  @Override
  public JobConf configuration() {
    return conf;
  }

  @Override
  public Path jobFile() {
    return new Path("file:/nowhere/job.xml");
  }

  @Override
  public JobStatus.State state() {
    return state;
  }

  @Override
  public String failureInfo() {
    return failure;
  }

  @Override
  public long submitTime() {
    return 1000;
  }

  @Override
  public long startTime() {
    return 2000;
  }

  @Override
  public long finishTime() {
    return FINISHED;
  }

  @Override
  public float setupProgress() {
    return 1;
  }

  @Override
  public float mapProgress() {
    return 1;
  }

  @Override
  public float reduceProgress() {
    return 1;
  }

  @Override
  public float cleanupProgress() {
    return 1;
  }

  @Override
  public Counters counters() {
    Counters counters = new Counters();
    counters.findCounter(TaskCounter.MAP_INPUT_RECORDS).increment(21);
    counters.findCounter("Words", "LONG").increment(4);
    return counters;
  }

  @Override
  public List<TaskView> tasks(TaskType type) {
    return type == TaskType.MAP ? maps : reduces;
  }

  @Override
  public List<TaskCompletionEvent> completionEvents(int from, int max) {
    return List.of();
  }

  @Override
  public void awaitCompletionEvent(int from, long millis) {}
}
