// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import java.util.random.RandomGenerator;
import org.athanor.simulator.mapreduce.MapReduceSettings.Shuffle;

/** The output of maps is stored where they ran, and reduces copy it. */
final class Pulling implements Shuffling {
  private final JobRun job;
  private final Shuffle settings;
  private final double slowstart;

  /**
   * Creates the shuffle of a job.
   *
   * @param slowstart the part of the maps that are done before reduces start, 0 to 1
   */
  Pulling(JobRun job, double slowstart) {
    this.job = job;
    this.settings = job.settings().shuffle();
    this.slowstart = slowstart;
  }

  @Override
  public void emit(Step step, double bytes) {
    step.writesLocally(bytes);
  }

  @Override
  public boolean mergesAtMap(double bytes) {
    return bytes > settings.sortBytes();
  }

  @Override
  public int startable(FreeSlots slots) {
    ReduceTasks reduces = job.reduces();
    int pending = reduces.pending();
    MapTasks maps = job.maps();
    if (pending == 0 || maps.done() < slowstart * maps.count()) {
      return 0;
    }
    if (maps.pending().count() == 0 || !slots.shared()) {
      return pending;
    }
    // As Hadoop: the part of maps that are done, and half of what the job has or could get.
    int running = reduces.running().size();
    double most = (double) maps.done() / maps.count() * reduces.count();
    most = Math.min(most, (running + maps.running().size() + slots.free()) / 2.0);
    return (int) Math.max(0, Math.min(pending, most - running));
  }

  @Override
  public int reduceFor(int node) {
    return job.reduces().next(0);
  }

  @Override
  public int nodeFor(int reduce, FreeSlots slots, RandomGenerator random) {
    return slots.draw(slots.forReduces(), random);
  }

  @Override
  public Copying copying(ReduceAttempt reduce) {
    return settings.exact() ? new CopyingFromNodes(reduce) : new CopyingFromAll(reduce);
  }

  @Override
  public double readAtSource(int node) {
    return settings.readsMapOutput() ? 1 : 0;
  }

  @Override
  public double spilled(ReduceAttempt reduce) {
    return overflow(reduce.bytes(), settings.mergeBytes());
  }

  /** The part of bytes that do not fit in a memory, 0 to 1. */
  static double overflow(double bytes, double memory) {
    return bytes > memory ? 1 - memory / bytes : 0;
  }

  @Override
  public void lose(int node, FreeSlots slots) {
    // What reduces still need is copied from maps that run again.
  }

  @Override
  public void back(FreeSlots slots) {
    // Reduces run anywhere.
  }

  @Override
  public boolean pendingReduceCopies() {
    return job.reduces().pending() > 0;
  }
}
