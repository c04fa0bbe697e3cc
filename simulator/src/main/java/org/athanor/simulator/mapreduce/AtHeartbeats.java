// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import java.util.Set;
import org.athanor.simulator.kernel.Simulation;
import org.athanor.simulator.schedule.JobOrder;

/**
 * Gives slots to tasks with the heartbeats of nodes, a few with each, as Hadoop 1 does. The nodes'
 * heartbeats are spread evenly over the period. They end if no job takes a slot for longer than it
 * would wait for a better one, until something changes: then no heartbeat can give it one.
 */
final class AtHeartbeats implements SlotAssignment {
  private final Simulation simulation;
  private final FreeSlots slots;
  private final JobOrder<JobRun> order;
  private final Launcher launcher;
  private final Set<JobRun> active;
  private final long period;
  private final int tasks;

  /** How long heartbeats go on in vain: after that no wait of a job makes it take a slot. */
  private final long patience;

  /** When something changed last that may give a job a slot. */
  private long changed;

  /** Nodes whose next heartbeat is an event. */
  private final boolean[] planned;

  /**
   * Creates an assignment.
   *
   * @param active the jobs that have begun and not ended
   */
  AtHeartbeats(
      Platform platform,
      FreeSlots slots,
      JobOrder<JobRun> order,
      Launcher launcher,
      Set<JobRun> active) {
    simulation = platform.simulation();
    this.slots = slots;
    this.order = order;
    this.launcher = launcher;
    this.active = active;
    period = Math.max(1, Platform.nanos(platform.settings().assignment().heartbeatSeconds()));
    tasks = platform.settings().assignment().tasksPerHeartbeat();
    MapReduceSettings.Assignment rules = platform.settings().assignment();
    patience =
        2 * period
            + Platform.nanos(rules.rackWaitSeconds())
            + Platform.nanos(rules.anyWaitSeconds());
    planned = new boolean[platform.cluster().nodes()];
  }

  @Override
  public void begun(JobRun job) {
    lookAtAll();
  }

  @Override
  public void moreReduces(JobRun job) {
    if (job.startableReduces(slots) > 0) {
      lookAtAll();
    }
  }

  @Override
  public void lookAtAll() {
    for (int node = 0; node < planned.length; node++) {
      freed(node);
    }
  }

  @Override
  public void freed(int node) {
    changed = simulation.now();
    plan(node);
  }

  private void plan(int node) {
    if (!planned[node] && slots.isFree(node)) {
      planned[node] = true;
      simulation.at(next(node), () -> beat(node));
    }
  }

  /** The next heartbeat of a node, after now. */
  private long next(int node) {
    long offset = (long) ((double) node / planned.length * period);
    long beats = Math.floorDiv(simulation.now() - offset, period) + 1;
    return offset + beats * period;
  }

  private void beat(int node) {
    planned[node] = false;
    int given = 0;
    while (given < tasks && order.offer(job -> launcher.launch(job, node))) {
      given++;
    }
    if (given > 0) {
      changed = simulation.now();
    }
    if (simulation.now() - changed <= patience && active.stream().anyMatch(this::wantsSlots)) {
      plan(node);
    }
  }

  private boolean wantsSlots(JobRun job) {
    return job.maps().pending().count() > 0 || job.startableReduces(slots) > 0;
  }
}
