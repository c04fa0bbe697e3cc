// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import java.util.List;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.kernel.FlowNetwork;
import org.athanor.simulator.kernel.Route;

/**
 * Copies in portions of what maps have ready, as if from one place. What comes from the reduce's
 * node and rack is known; what other nodes and racks send, and read from their devices, is not
 * looked at. For large clusters, in which a reduce copies from so many nodes that none decides.
 */
final class CopyingFromAll implements Copying {
  /** The least portion, as a part of all maps. */
  private static final double PORTION = 0.05;

  private static final int NO_FLOW = -1;

  /** The cluster. */
  private static final int ONLY_SOURCE = 0;

  private final ReduceAttempt attempt;
  private final JobRun job;
  private final CopiedOutputs copies;
  private int flow = NO_FLOW;
  private Fetch fetch;
  private boolean done;

  CopyingFromAll(ReduceAttempt attempt) {
    this.attempt = attempt;
    job = attempt.job();
    copies = new CopiedOutputs(job.outputs());
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
    if (copies.copied() == job.maps().count()) {
      done = true;
      attempt.copied();
      return;
    }
    int maps = copies.ready(ONLY_SOURCE);
    if (maps > 0
        && (job.maps().done() == job.maps().count() || maps >= PORTION * job.maps().count())) {
      fetch = copies.ask(ONLY_SOURCE);
      copy(1);
    }
  }

  /** Copies a part of what was asked for. */
  private void copy(double part) {
    Cluster cluster = job.cluster();
    double bytes = fetch.maps() * attempt.bytesOfMap();
    Route.Builder route = new Route.Builder();
    MapOutputs outputs = job.outputs();
    int rack = cluster.rackOf(attempt.node());
    cluster.addReceipt(
        route, attempt.node(), bytes, outputs.partOn(attempt.node()), outputs.partIn(rack));
    cluster.addWrite(route, attempt.localDevice(), bytes * attempt.spilled());
    flow = attempt.network().start(route.build(), part, FlowNetwork.AT_ONCE, this::copied);
  }

  private void copied() {
    flow = NO_FLOW;
    copies.done(fetch);
    copyMore();
  }

  @Override
  public void lose(int node) {
    if (flow == NO_FLOW) {
      copies.lose(node, List.of());
      return;
    }
    int before = fetch.maps();
    copies.lose(node, List.of(fetch));
    if (fetch.maps() < before) {
      double left = attempt.network().left(flow);
      stop();
      if (fetch.maps() > 0) {
        copy(left);
      }
    }
  }

  @Override
  public void goOn() {
    copyMore();
  }

  @Override
  public boolean needs(int map) {
    return !done && !copies.hasLost(map);
  }

  @Override
  public void stop() {
    if (flow != NO_FLOW) {
      attempt.network().stop(flow);
      flow = NO_FLOW;
    }
  }
}
