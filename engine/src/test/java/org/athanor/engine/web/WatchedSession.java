// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.athanor.engine.job.AttemptView;
import org.athanor.engine.job.JobAccess;
import org.athanor.engine.job.SessionView;
import org.athanor.engine.job.TaskView;
import org.athanor.engine.job.WorkerStatus;
import org.athanor.engine.job.WorkerView;
import org.athanor.engine.testing.RecordedJobs;
import org.athanor.engine.testing.SetJob;

/** A session that a test makes up, and its pages. */
final class WatchedSession implements SessionView {
  static final long NOW = 20_000;

  final RecordedJobs jobs = new RecordedJobs();
  final List<WorkerView> workers = new ArrayList<>();
  String problem = "";

  @Override
  public List<WorkerView> workers() {
    return List.copyOf(workers);
  }

  @Override
  public Optional<String> problem() {
    return Optional.of(problem).filter(text -> !text.isEmpty());
  }

  Pages pages(Configuration conf) {
    return new Pages(this, jobs, new JobAccess(conf), () -> NOW, new Links("/proxy/app_1"));
  }

  Response get(String path, String user) {
    return get(path, Map.of(), user);
  }

  Response get(String path, Map<String, String> query, String user) {
    return pages(new Configuration(false))
        .get(new Request(path, query, Optional.of(user).filter(name -> !name.isEmpty())));
  }

  SetJob addJob(int number) {
    return jobs.add(
        new SetJob(number, new Path("/staging/job.xml"), new JobConf(new Configuration(false))));
  }

  void addWorker(int number, String text) {
    workers.add(
        new WorkerView(
            number,
            text,
            text,
            2,
            1,
            1000,
            0,
            "",
            Optional.of(
                new WorkerView.Activity(
                    new WorkerStatus(100 << 20, 25 << 20, 3 << 20, 2 << 20, 1 << 20),
                    5000,
                    6000,
                    7000))));
    workers.add(new WorkerView(number + 1, text, text, 2, 0, 1000, 3000, text, Optional.empty()));
  }

  /** Adds a task with one attempt, in which all text is the same. */
  static void addTask(
      SetJob job, TaskType type, int index, TIPStatus status, TaskStatus.State state, String text) {
    TaskAttemptID id = job.attempt(type, index, 0);
    Counters counters = new Counters();
    counters.addGroup(text, text).addCounter(text, text, 7);
    AttemptView attempt =
        new AttemptView(
            id,
            state,
            type == TaskType.MAP ? TaskStatus.Phase.MAP : TaskStatus.Phase.REDUCE,
            0.5f,
            text,
            1000 + 100L * index,
            type == TaskType.MAP ? 0 : 1100 + 100L * index,
            1200 + 100L * index,
            state == TaskStatus.State.RUNNING ? 0 : 2000 + 100L * index,
            counters,
            List.of(text),
            Optional.empty(),
            0);
    job.addTask(
        new TaskView(
            id.getTaskID(),
            status,
            0.5f,
            attempt.startTime(),
            attempt.finishTime(),
            counters,
            Optional.empty(),
            List.of(attempt),
            List.of(text)));
  }
}
