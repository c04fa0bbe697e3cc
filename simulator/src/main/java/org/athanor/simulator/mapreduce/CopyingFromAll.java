// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.kernel.Route;

/**
 * Copies in portions of what maps have ready, as if it were on all nodes in equal parts: what the
 * reduce's node receives is exact, what a single node sends is not looked at. For large clusters,
 * in which a reduce copies from so many nodes that none decides.
 */
final class CopyingFromAll implements Copying {
  /** The least portion, as a part of all maps. */
  private static final double PORTION = 0.05;

  private static final double AT_ONCE = 1e12;
  private static final int NO_FLOW = -1;

  private final ReduceAttempt attempt;
  private final JobRun job;
  private int flow = NO_FLOW;
  private int copied;
  private boolean done;

  CopyingFromAll(ReduceAttempt attempt) {
    this.attempt = attempt;
    job = attempt.job();
  }

  @Override
  public void begin() {
    copyMore();
  }

  @Override
  public void mapDone(int node) {
    copyMore();
  }

  private void copyMore() {
    if (flow != NO_FLOW || done) {
      return;
    }
    int maps = job.mapsDone() - copied;
    if (copied == job.maps()) {
      done = true;
      attempt.copied();
    } else if (maps > 0 && (job.mapsDone() == job.maps() || maps >= PORTION * job.maps())) {
      copy(maps);
    }
  }

  private void copy(int maps) {
    Cluster cluster = job.cluster();
    double bytes = maps * attempt.bytesOfMap();
    Route.Builder route = new Route.Builder();
    cluster.addReceipt(route, attempt.node(), bytes);
    if (attempt.spills()) {
      cluster.addWrite(route, attempt.localDevice(), bytes);
    }
    flow =
        attempt
            .network()
            .start(
                route.build(),
                1,
                AT_ONCE,
                () -> {
                  flow = NO_FLOW;
                  copied += maps;
                  copyMore();
                });
  }

  @Override
  public void stop() {
    if (flow != NO_FLOW) {
      attempt.network().stop(flow);
      flow = NO_FLOW;
    }
  }
}
