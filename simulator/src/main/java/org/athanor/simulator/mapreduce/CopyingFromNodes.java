// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.kernel.Route;

/**
 * Copies from several nodes at once, and from each all that its maps have ready. A copy is a flow
 * from the node's device over the network, and to a device if it does not stay in memory.
 */
final class CopyingFromNodes implements Copying {
  private static final int FREE = -1;

  /** The limit of a copy within a node, which needs no time. */
  private static final double AT_ONCE = 1e12;

  private final ReduceAttempt attempt;
  private final JobRun job;
  private final int[] asked;
  private final boolean[] waits;
  private final Deque<Integer> ready = new ArrayDeque<>();
  private final int[] flows;
  private int active;
  private int copied;
  private boolean done;

  CopyingFromNodes(ReduceAttempt attempt) {
    this.attempt = attempt;
    job = attempt.job();
    asked = new int[job.cluster().nodes()];
    waits = new boolean[asked.length];
    flows = new int[job.settings().parallelCopies()];
    Arrays.fill(flows, FREE);
  }

  @Override
  public void begin() {
    // Each reduce begins with another node.
    int nodes = asked.length;
    for (int i = 0; i < nodes; i++) {
      int node = (attempt.reduce() + i) % nodes;
      if (job.mapsDoneOn(node) > 0) {
        waits[node] = true;
        ready.add(node);
      }
    }
    copyMore();
  }

  @Override
  public void mapDone(int node) {
    if (!waits[node]) {
      waits[node] = true;
      ready.add(node);
      copyMore();
    }
  }

  private void copyMore() {
    while (active < flows.length && !ready.isEmpty()) {
      int node = ready.remove();
      waits[node] = false;
      int maps = job.mapsDoneOn(node) - asked[node];
      if (maps > 0) {
        asked[node] += maps;
        copy(node, maps);
      }
    }
    if (active == 0 && copied == job.maps() && !done) {
      done = true;
      attempt.copied();
    }
  }

  private void copy(int node, int maps) {
    Cluster cluster = job.cluster();
    double bytes = maps * attempt.bytesOfMap();
    Route.Builder route = new Route.Builder();
    if (job.settings().readsMapOutput()) {
      cluster.addRead(route, cluster.localDevice(node, attempt.reduce()), bytes);
    }
    cluster.addTransfer(route, node, attempt.node(), bytes);
    if (attempt.spills()) {
      cluster.addWrite(route, attempt.localDevice(), bytes);
    }
    int slot = 0;
    while (flows[slot] != FREE) {
      slot++;
    }
    int taken = slot;
    active++;
    flows[slot] =
        attempt
            .network()
            .start(
                route.build(),
                1,
                AT_ONCE,
                () -> {
                  flows[taken] = FREE;
                  active--;
                  copied += maps;
                  copyMore();
                });
  }

  @Override
  public void stop() {
    for (int i = 0; i < flows.length; i++) {
      if (flows[i] != FREE) {
        attempt.network().stop(flows[i]);
        flows[i] = FREE;
      }
    }
    active = 0;
  }
}
