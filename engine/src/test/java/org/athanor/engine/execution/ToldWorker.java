// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitIndex;
import org.athanor.engine.job.ContainerPlace;
import org.athanor.engine.site.JobOnWorker;
import org.athanor.engine.skew.Cuts;
import org.athanor.engine.skew.ReduceLoad;
import org.athanor.engine.task.AttemptReport;

/** A Worker that does nothing but remember what it is told. Its maps are half done. Thread-safe. */
final class ToldWorker implements JobOnWorker {
  /** What reducers on it have seen. */
  static final ReduceLoad.Shape SHAPE =
      new ReduceLoad.Shape(Optional.empty(), List.of(), Cuts.COHERENT);

  private static final ContainerPlace PLACE = ContainerPlace.ofJobHere(new JobID("20260101", 1));

  private final List<String> calls = new ArrayList<>();
  private final boolean stopsAtOnce;

  ToldWorker() {
    this(true);
  }

  /**
   * @param stopsAtOnce whether attempts that are told to stop do so at once
   */
  ToldWorker(boolean stopsAtOnce) {
    this.stopsAtOnce = stopsAtOnce;
  }

  /** Returns what it was told, oldest first. */
  synchronized List<String> calls() {
    return List.copyOf(calls);
  }

  private synchronized void add(String call) {
    calls.add(call);
  }

  @Override
  public Optional<ContainerPlace> container() {
    return Optional.empty();
  }

  @Override
  public AttemptReport launchMap(TaskAttemptID id, TaskSplitIndex split) {
    add("launch " + id);
    return new FixedProgress(0.5f);
  }

  @Override
  public AttemptReport launchReduce(TaskAttemptID id, int maps, long mapOutputBytes) {
    add("launch " + id);
    return new FinishedTask(
        id, PLACE, 0, 0, new Counters(), TaskStatus.Phase.SHUFFLE, "", 0, 0, SHAPE);
  }

  @Override
  public boolean stop(TaskAttemptID id) {
    add("stop " + id);
    return stopsAtOnce;
  }

  @Override
  public void assign(int assignment, List<Integer> partitions) {
    add("assign " + assignment + " " + partitions);
  }

  @Override
  public void withdraw(int assignment, List<Integer> partitions) {
    add("withdraw " + assignment + " " + partitions);
  }

  @Override
  public void publish(TaskAttemptID map) {
    add("publish " + map);
  }

  @Override
  public void discard(TaskAttemptID map) {
    add("discard " + map);
  }

  @Override
  public void close(Runnable closed) {
    add("close");
    closed.run();
  }
}
