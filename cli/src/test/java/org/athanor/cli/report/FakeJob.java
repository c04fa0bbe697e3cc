// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.TaskView;
import org.athanor.engine.skew.ReduceLoad;

/** A job whose state a test sets. */
final class FakeJob implements JobView {
  private JobID id = new JobID("20260101", 7);
  private final String name;
  private final List<TaskView> maps = new ArrayList<>();
  private final List<TaskView> reduces = new ArrayList<>();
  private final Counters counters = new Counters();
  private final List<ReduceLoad> loads = new ArrayList<>();
  private JobStatus.State state = JobStatus.State.RUNNING;
  private String failure = "";
  private long submitTime;
  private long finishTime;
  private float mapProgress;
  private float reduceProgress;
  private boolean silent;

  FakeJob(String name) {
    this.name = name;
  }

  FakeJob number(int number) {
    id = new JobID("20260101", number);
    return this;
  }

  FakeJob submittedAt(long time) {
    submitTime = time;
    return this;
  }

  FakeJob ended(JobStatus.State how, long time) {
    state = how;
    finishTime = time;
    return this;
  }

  /** Whether its cluster does not answer when it is asked for counters. */
  FakeJob silent(boolean now) {
    silent = now;
    return this;
  }

  FakeJob failure(String text) {
    failure = text;
    return this;
  }

  FakeJob progress(float ofMaps, float ofReduces) {
    mapProgress = ofMaps;
    reduceProgress = ofReduces;
    return this;
  }

  FakeJob map(TIPStatus status, long start, long finish) {
    maps.add(task(TaskType.MAP, maps.size(), status, start, finish));
    return this;
  }

  FakeJob reduce(TIPStatus status, long start, long finish) {
    reduces.add(task(TaskType.REDUCE, reduces.size(), status, start, finish));
    return this;
  }

  FakeJob load(ReduceLoad load) {
    loads.add(load);
    return this;
  }

  FakeJob counter(Enum<?> key, long value) {
    counters.findCounter(key).setValue(value);
    return this;
  }

  private TaskView task(TaskType type, int index, TIPStatus status, long start, long finish) {
    return new TaskView(
        new TaskID(id, type, index),
        status,
        status == TIPStatus.COMPLETE ? 1 : 0,
        start,
        finish,
        new Counters(),
        Optional.empty(),
        List.of(),
        List.of());
  }

  @Override
  public JobID id() {
    return id;
  }

  @Override
  public String user() {
    return "user";
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String queue() {
    return "default";
  }

  @Override
  public JobConf configuration() {
    return new JobConf(false);
  }

  @Override
  public Path jobFile() {
    return new Path("/staging/job.xml");
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
    return submitTime;
  }

  @Override
  public long startTime() {
    return submitTime;
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
    return mapProgress;
  }

  @Override
  public float reduceProgress() {
    return reduceProgress;
  }

  @Override
  public float cleanupProgress() {
    return 0;
  }

  @Override
  public Counters counters() {
    if (silent) {
      throw new UncheckedIOException(new IOException("the application master is silent"));
    }
    return counters;
  }

  @Override
  public List<TaskView> tasks(TaskType type) {
    return type == TaskType.MAP ? maps : reduces;
  }

  @Override
  public List<ReduceLoad> reduceLoads() {
    return loads;
  }

  @Override
  public List<TaskCompletionEvent> completionEvents(int from, int max) {
    return List.of();
  }

  @Override
  public void awaitCompletionEvent(int from, long millis) {}
}
