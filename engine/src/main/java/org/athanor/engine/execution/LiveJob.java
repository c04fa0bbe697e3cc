// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskType;
import org.athanor.engine.coordinator.AttemptRef.Kind;
import org.athanor.engine.coordinator.JobCoordinator;
import org.athanor.engine.coordinator.JobPlan;
import org.athanor.engine.coordinator.JobState;
import org.athanor.engine.job.ContainerPlace;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.ReduceLoads;
import org.athanor.engine.job.TaskView;
import org.athanor.engine.skew.ReduceLoad;

/**
 * What clients see of a job that runs, or has run, in this JVM. It is kept long after the job's
 * end, so it refers to nothing that the job works with: neither to its site nor to the Worker's
 * memory. Thread-safe: it holds the job's lock while it reads the job's state.
 */
final class LiveJob implements JobView {
  private final JobID id;
  private final String user;
  private final JobConf configuration;
  private final Path jobFile;
  private final JobPlan plan;
  private final ContainerPlace place;
  private final long submitTime = System.currentTimeMillis();

  private final Object lock;

  @GuardedBy("lock")
  private final JobCoordinator coordinator;

  @GuardedBy("lock")
  private final JobRecord record;

  @GuardedBy("lock")
  private JobStatus.State state = JobStatus.State.PREP;

  @GuardedBy("lock")
  private long startTime;

  @GuardedBy("lock")
  private long finishTime;

  @GuardedBy("lock")
  private Counters finalCounters;

  @GuardedBy("lock")
  private String historyFile = "";

  /**
   * @param lock guards {@code coordinator} and {@code record}; it is notified when the job has
   *     changed
   */
  LiveJob(JobDescription job, JobCoordinator coordinator, JobRecord record, Object lock) {
    this.id = job.id();
    this.user = job.submitted().user().getShortUserName();
    this.configuration = job.configuration();
    this.jobFile = job.submitted().file();
    this.plan = job.plan();
    this.place = job.place();
    this.coordinator = coordinator;
    this.record = record;
    this.lock = lock;
  }

  /** Records that the job's set-up has begun. */
  void started() {
    synchronized (lock) {
      startTime = System.currentTimeMillis();
      state = JobStatus.State.RUNNING;
    }
  }

  /** Records the end of the job, and its final counters. Later calls do nothing. */
  void ended(JobState end) {
    synchronized (lock) {
      if (finishTime != 0) {
        return;
      }
      // What needs memory comes first: if it throws, nothing has changed, and all can be repeated.
      Counters counters = record.counters();
      JobStatus.State last =
          switch (end) {
            case SUCCEEDED -> JobStatus.State.SUCCEEDED;
            case KILLED -> JobStatus.State.KILLED;
            default -> JobStatus.State.FAILED;
          };
      long now = System.currentTimeMillis();
      finalCounters = counters;
      state = last;
      if (startTime == 0) {
        startTime = now;
      }
      finishTime = now;
    }
  }

  /** Records where the ended job's history is. */
  void setHistoryFile(String file) {
    synchronized (lock) {
      historyFile = file;
    }
  }

  @Override
  public JobID id() {
    return id;
  }

  @Override
  public String user() {
    return user;
  }

  @Override
  public String name() {
    return configuration.getJobName();
  }

  @Override
  public String queue() {
    return configuration.getQueueName();
  }

  @Override
  public JobConf configuration() {
    return configuration;
  }

  @Override
  public Path jobFile() {
    return jobFile;
  }

  @Override
  public ContainerPlace place() {
    return place;
  }

  @Override
  public JobStatus.State state() {
    synchronized (lock) {
      return state;
    }
  }

  @Override
  public String failureInfo() {
    synchronized (lock) {
      return coordinator.reason();
    }
  }

  @Override
  public long submitTime() {
    return submitTime;
  }

  @Override
  public long startTime() {
    synchronized (lock) {
      return startTime;
    }
  }

  @Override
  public long finishTime() {
    synchronized (lock) {
      return finishTime;
    }
  }

  @Override
  public float setupProgress() {
    synchronized (lock) {
      return state == JobStatus.State.PREP || coordinator.state() == JobState.SETTING_UP ? 0 : 1;
    }
  }

  @Override
  public float mapProgress() {
    return progress(Kind.MAP);
  }

  @Override
  public float reduceProgress() {
    return progress(Kind.REDUCE);
  }

  /** Returns 0 if the job has no tasks of that kind, as Hadoop does. */
  private float progress(Kind kind) {
    synchronized (lock) {
      int tasks = kind == Kind.MAP ? plan.maps() : plan.reduces();
      return state == JobStatus.State.SUCCEEDED && tasks > 0 ? 1 : record.progress(kind);
    }
  }

  @Override
  public float cleanupProgress() {
    synchronized (lock) {
      return finishTime == 0 ? 0 : 1;
    }
  }

  @Override
  public Counters counters() {
    synchronized (lock) {
      return finalCounters != null ? finalCounters : record.counters();
    }
  }

  @Override
  public List<TaskView> tasks(TaskType type) {
    synchronized (lock) {
      return record.tasks(type == TaskType.MAP ? Kind.MAP : Kind.REDUCE, finishTime != 0);
    }
  }

  @Override
  public List<ReduceLoad> reduceLoads() {
    List<TaskView> reduces = tasks(TaskType.REDUCE);
    Map<TaskAttemptID, ReduceLoad.Shape> shapes = new HashMap<>();
    synchronized (lock) {
      for (TaskView reduce : reduces) {
        if (reduce.successfulAttempt().isPresent()) {
          TaskAttemptID id = reduce.successfulAttempt().get();
          shapes.put(id, record.attempt(id).report().shape());
        }
      }
    }
    return ReduceLoads.of(reduces, shapes::get);
  }

  @Override
  public List<TaskCompletionEvent> completionEvents(int from, int max) {
    synchronized (lock) {
      return record.completionEvents(from, max);
    }
  }

  @Override
  public void awaitCompletionEvent(int from, long millis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    synchronized (lock) {
      try {
        while (finishTime == 0 && record.completionEvents(from, 1).isEmpty()) {
          long left = end - System.nanoTime();
          if (left <= 0) {
            return;
          }
          TimeUnit.NANOSECONDS.timedWait(lock, left);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public String historyFile() {
    synchronized (lock) {
      return historyFile;
    }
  }
}
