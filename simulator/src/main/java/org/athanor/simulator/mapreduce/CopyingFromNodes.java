// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Objects;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.kernel.FlowNetwork;
import org.athanor.simulator.kernel.Route;

/**
 * Copies from several nodes at once, once from each, all that its maps have ready. A copy is a flow
 * from the node's device over the network, and to a device if it does not stay in memory.
 */
final class CopyingFromNodes implements Copying {
  private final ReduceAttempt attempt;
  private final JobRun job;
  private final CopiedOutputs copies;

  /** Nodes that are among those that are ready, or from which it copies now. */
  private final boolean[] busy;

  private final Deque<Integer> ready = new ArrayDeque<>();

  /** What is copied now, each with its flow; null where nothing is. */
  private final Fetch[] fetches;

  private final int[] flows;
  private int active;
  private boolean done;

  CopyingFromNodes(ReduceAttempt attempt) {
    this.attempt = attempt;
    job = attempt.job();
    copies = new CopiedOutputs(job.outputs());
    busy = new boolean[job.cluster().nodes()];
    flows = new int[job.settings().shuffle().parallelCopies()];
    fetches = new Fetch[flows.length];
  }

  @Override
  public void begin() {
    // Each reduce begins with another node.
    int nodes = busy.length;
    for (int i = 0; i < nodes; i++) {
      int node = (attempt.reduce() + i) % nodes;
      if (copies.ready(node) > 0) {
        busy[node] = true;
        ready.add(node);
      }
    }
    copyMore();
  }

  @Override
  public void mapDone(int node) {
    if (!busy[node]) {
      busy[node] = true;
      ready.add(node);
      copyMore();
    }
  }

  private void copyMore() {
    while (active < flows.length && !ready.isEmpty()) {
      int node = ready.remove();
      if (copies.ready(node) > 0) {
        copy(copies.ask(node));
      } else {
        busy[node] = false;
      }
    }
    if (active == 0 && copies.copied() == job.maps().count() && !done) {
      done = true;
      attempt.copied();
    }
  }

  private void copy(Fetch fetch) {
    Cluster cluster = job.cluster();
    int node = fetch.source();
    double bytes = fetch.maps() * attempt.bytesOfMap();
    Route.Builder route = new Route.Builder();
    double read = bytes * job.shuffling().readAtSource(node);
    cluster.addRead(route, cluster.localDevice(node, attempt.reduce()), read);
    cluster.addTransfer(route, node, attempt.node(), bytes);
    cluster.addWrite(route, attempt.localDevice(), bytes * attempt.spilled());
    int slot = 0;
    while (fetches[slot] != null) {
      slot++;
    }
    int taken = slot;
    active++;
    fetches[slot] = fetch;
    flows[slot] =
        attempt.network().start(route.build(), 1, FlowNetwork.AT_ONCE, () -> copied(taken));
  }

  private void copied(int slot) {
    Fetch fetch = fetches[slot];
    fetches[slot] = null;
    active--;
    copies.done(fetch);
    release(fetch.source());
    copyMore();
  }

  /** Nothing is copied from a node any more; it may have more ready. */
  private void release(int node) {
    busy[node] = copies.ready(node) > 0;
    if (busy[node]) {
      ready.add(node);
    }
  }

  @Override
  public void lose(int node) {
    copies.lose(node, Arrays.stream(fetches).filter(Objects::nonNull).toList());
    for (int slot = 0; slot < flows.length; slot++) {
      if (fetches[slot] != null && fetches[slot].source() == node) {
        stop(slot);
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
    for (int slot = 0; slot < flows.length; slot++) {
      if (fetches[slot] != null) {
        stop(slot);
      }
    }
  }

  private void stop(int slot) {
    attempt.network().stop(flows[slot]);
    int node = fetches[slot].source();
    fetches[slot] = null;
    active--;
    busy[node] = false;
  }
}
