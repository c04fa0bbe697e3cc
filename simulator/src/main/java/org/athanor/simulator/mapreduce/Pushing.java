// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.random.RandomGenerator;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.kernel.Route;
import org.athanor.simulator.mapreduce.MapReduceSettings.Shuffle;

/**
 * What maps emit is sent at once to the nodes that will reduce it, and kept there, and by its
 * senders, in memory. What does not fit is on a device of the node. Reduces start after the maps,
 * each where its input is.
 */
final class Pushing implements Shuffling {
  private final JobRun job;
  private final Shuffle settings;
  private final Partitions partitions;

  /** Nodes that hold output, when the job began. */
  private final int workers;

  /** Nodes that have failed and whose partitions have not moved, because no other was left. */
  private final List<Integer> stranded = new ArrayList<>();

  /** Creates the shuffle of a job that begins, with its partitions on nodes that are there. */
  Pushing(JobRun job, FreeSlots slots) {
    this.job = job;
    settings = job.settings().shuffle();
    int[] usable = slots.nodes(true);
    workers = Math.max(1, usable.length);
    partitions =
        new Partitions(
            usable.length == 0 ? 0 : job.reduces().count(),
            usable,
            job.number(),
            job.cluster().nodes());
  }

  @Override
  public void emit(Step step, double bytes) {
    step.pushes(this, bytes);
  }

  /**
   * Adds the sending of a map's output to a route.
   *
   * @param from the map's node
   * @param device of that node, for intermediate data
   */
  void add(Route.Builder route, int from, int device, double bytes) {
    Cluster cluster = job.cluster();
    double here = partitions.part(from);
    if (!settings.exact()) {
      cluster.addSending(route, from, bytes * (1 - here), here < 1 ? partInRack(from) : 0);
      // As if the node received as much as it emits.
      cluster.addWrite(route, device, bytes * (2 - here) * spilledOn(from));
      return;
    }
    cluster.addWrite(route, device, bytes * (1 - here) * spilledOn(from));
    for (int node = 0; node < cluster.nodes(); node++) {
      double part = bytes * partitions.part(node);
      if (part > 0) {
        cluster.addTransfer(route, from, node, part);
        double spilled = part * spilledOn(node);
        if (spilled > 0) {
          cluster.addWrite(route, cluster.localDevice(node, 0), spilled);
        }
      }
    }
  }

  /** The part of what a node sends that stays in its rack, 0 to 1. */
  private double partInRack(int from) {
    Cluster cluster = job.cluster();
    int rack = cluster.rackOf(from);
    double in = 0;
    for (int node = cluster.firstNode(rack); node < cluster.firstNode(rack + 1); node++) {
      in += partitions.part(node);
    }
    double here = partitions.part(from);
    return Math.min(1, (in - here) / (1 - here));
  }

  /** The part of what a node holds for the job that its memory has no room for, 0 to 1. */
  private double spilledOn(int node) {
    double received = partitions.part(node);
    double sent = (1 - received) / workers;
    return Pulling.overflow(job.spec().shuffleBytes() * (received + sent), settings.nodeBytes());
  }

  @Override
  public boolean mergesAtMap(double bytes) {
    return false;
  }

  @Override
  public int startable(FreeSlots slots) {
    return job.maps().allDone() ? job.reduces().pending() : 0;
  }

  @Override
  public int reduceFor(int node) {
    ReduceTasks reduces = job.reduces();
    int reduce = reduces.next(0);
    while (reduce != ReduceTasks.NONE && partitions.node(reduce) != node) {
      reduce = reduces.next(reduce + 1);
    }
    return reduce;
  }

  @Override
  public int nodeFor(int reduce, FreeSlots slots, RandomGenerator random) {
    int node = partitions.node(reduce);
    return slots.isFree(node, true) ? node : NOWHERE;
  }

  @Override
  public Copying copying(ReduceAttempt reduce) {
    if (!partitions.hasMoved(reduce.task())) {
      return new AlreadyThere(reduce);
    }
    return settings.exact() ? new CopyingFromNodes(reduce) : new CopyingFromAll(reduce);
  }

  @Override
  public double readAtSource(int node) {
    return spilledOn(node);
  }

  @Override
  public double spilled(ReduceAttempt reduce) {
    return spilledOn(reduce.node());
  }

  @Override
  public void lose(int node, FreeSlots slots) {
    stranded.add(node);
    moveStranded(slots);
  }

  @Override
  public void back(FreeSlots slots) {
    moveStranded(slots);
  }

  private void moveStranded(FreeSlots slots) {
    int[] usable = slots.nodes(true);
    if (usable.length == 0 || stranded.isEmpty()) {
      return;
    }
    BitSet pending = new BitSet();
    ReduceTasks reduces = job.reduces();
    for (int i = reduces.next(0); i != ReduceTasks.NONE; i = reduces.next(i + 1)) {
      pending.set(i);
    }
    stranded.forEach(node -> partitions.move(node, usable, pending));
    stranded.clear();
  }

  @Override
  public boolean pendingReduceCopies() {
    ReduceTasks reduces = job.reduces();
    for (int i = reduces.next(0); i != ReduceTasks.NONE; i = reduces.next(i + 1)) {
      if (partitions.hasMoved(i)) {
        return true;
      }
    }
    return false;
  }
}
