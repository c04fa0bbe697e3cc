// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import org.athanor.simulator.kernel.FlowNetwork;
import org.athanor.simulator.kernel.Route;

/** A task on a node, from its start to its end. */
abstract class Attempt {
  private static final int NO_FLOW = -1;

  /** The limit of work that needs no time of its own: it is over at once. */
  private static final double AT_ONCE = 1e12;

  private final JobRun job;
  private final int node;
  private int flow = NO_FLOW;

  Attempt(JobRun job, int node) {
    this.job = job;
    this.node = node;
  }

  final JobRun job() {
    return job;
  }

  final int node() {
    return node;
  }

  abstract boolean isReduce();

  /** Begins with the first record, after the start of the JVM. */
  abstract void begin();

  /** Starts the task's process, then the task. */
  final void start() {
    MapReduceSettings settings = job.settings();
    double core = settings.taskStartCoreSeconds();
    Route.Builder route = new Route.Builder();
    double needed =
        job.cluster().addCycles(route, node, core * job.cluster().node(node).cyclesPerSecond());
    work(route, settings.taskStartSeconds() + needed, this::begin);
  }

  /**
   * Does something, as one flow of one unit.
   *
   * @param route all that it needs
   * @param leastSeconds what it takes if nothing else runs, and devices and links are fast
   */
  final void work(Route.Builder route, double leastSeconds, Runnable then) {
    double limit = leastSeconds > 0 ? Math.min(1 / leastSeconds, AT_ONCE) : AT_ONCE;
    flow =
        network()
            .start(
                route.build(),
                1,
                limit,
                () -> {
                  flow = NO_FLOW;
                  then.run();
                });
  }

  /** Ends the attempt before it is done. */
  void kill() {
    if (flow != NO_FLOW) {
      network().stop(flow);
      flow = NO_FLOW;
    }
  }

  final FlowNetwork network() {
    return job.network();
  }

  /** Adds the writing of a part of the output to HDFS: from replica to replica. */
  final void addOutput(Route.Builder route, long bytes) {
    int[] devices = job.newBlock(node, bytes);
    int from = node;
    for (int device : devices) {
      int to = job.cluster().nodeOf(device);
      job.cluster().addTransfer(route, from, to, bytes);
      job.cluster().addWrite(route, device, bytes);
      from = to;
    }
  }
}
