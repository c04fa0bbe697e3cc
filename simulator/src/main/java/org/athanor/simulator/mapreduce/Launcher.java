// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import org.athanor.simulator.mapreduce.AttemptRecord.Outcome;
import org.athanor.simulator.schedule.JobOrder;

/** Starts attempts in free slots, and takes the slots back when they end. */
final class Launcher {
  private final FreeSlots slots;
  private final JobOrder<JobRun> order;
  private final JobLog log;

  /**
   * Creates a launcher.
   *
   * @param order is told how many tasks of a job run
   * @param log is told of attempts that end
   */
  Launcher(FreeSlots slots, JobOrder<JobRun> order, JobLog log) {
    this.slots = slots;
    this.order = order;
    this.log = log;
  }

  /** Starts a task of a job in a free slot of a node; false if it has none for that. */
  boolean launch(JobRun job, int node) {
    if (slots.isFree(node, true) && job.startableReduces(slots) > 0) {
      int reduce = job.shuffling().reduceFor(node);
      if (reduce != ReduceTasks.NONE) {
        launchReduce(job, reduce, node);
        return true;
      }
    }
    int map = slots.isFree(node, false) ? job.maps().next(node) : PendingMaps.NONE;
    if (map == PendingMaps.NONE) {
      return false;
    }
    launchMap(job, map, node);
    return true;
  }

  void launchMap(JobRun job, int map, int node) {
    slots.take(node, false);
    order.running(job, 1);
    job.processes().begin(job.newMap(map, node));
  }

  void launchReduce(JobRun job, int reduce, int node) {
    slots.take(node, true);
    order.running(job, 1);
    job.processes().begin(job.newReduce(reduce, node));
  }

  /** Takes the slot of an attempt back, which has ended. */
  void release(Attempt attempt, Outcome outcome) {
    slots.give(attempt.node(), attempt.isReduce());
    order.running(attempt.job(), -1);
    log.attemptEnded(attempt.record(outcome));
  }
}
