// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.cluster.Slots;

/** The slots of all nodes. */
final class FreeSlots {
  private final Cluster cluster;
  private final int[] maps;
  private final int[] reduces;
  private final boolean[] gone;

  /** Nodes that are gone and will come back. */
  private final boolean[] returns;

  private final NodeSet forMaps;
  private final NodeSet forReduces;
  private final boolean shared;
  private long free;

  FreeSlots(Cluster cluster) {
    this.cluster = cluster;
    maps = new int[cluster.nodes()];
    reduces = new int[cluster.nodes()];
    gone = new boolean[cluster.nodes()];
    returns = new boolean[cluster.nodes()];
    forMaps = new NodeSet(cluster.nodes());
    forReduces = new NodeSet(cluster.nodes());
    boolean some = false;
    for (int node = 0; node < cluster.nodes(); node++) {
      Slots slots = cluster.node(node).slots();
      some |= slots.total() < slots.maps() + slots.reduces();
      free += slots.total();
      update(node);
    }
    shared = some;
  }

  /** Slots of all nodes that no task has. */
  long free() {
    return free;
  }

  /** Whether maps and reduces can take slots from each other. */
  boolean shared() {
    return shared;
  }

  /** The nodes that are left and can run such tasks, in order. */
  int[] nodes(boolean reduce) {
    return IntStream.range(0, gone.length).filter(node -> canRun(node, reduce)).toArray();
  }

  NodeSet forMaps() {
    return forMaps;
  }

  NodeSet forReduces() {
    return forReduces;
  }

  boolean isFree(int node, boolean reduce) {
    return (reduce ? forReduces : forMaps).contains(node);
  }

  boolean isFree(int node) {
    return isFree(node, false) || isFree(node, true);
  }

  /** Whether the end of a reduce on a node would free a slot for a map. */
  boolean reduceKeepsMapOut(int node) {
    return !gone[node] && maps[node] < cluster.node(node).slots().maps();
  }

  /** Whether a node is left that can run such tasks, or will be. */
  boolean exist(boolean reduce) {
    return IntStream.range(0, gone.length)
        .anyMatch(node -> (!gone[node] || returns[node]) && has(node, reduce));
  }

  /** Whether a node is left that can run such tasks. */
  boolean existNow(boolean reduce) {
    return IntStream.range(0, gone.length).anyMatch(node -> canRun(node, reduce));
  }

  private boolean canRun(int node, boolean reduce) {
    return !gone[node] && has(node, reduce);
  }

  private boolean has(int node, boolean reduce) {
    Slots slots = cluster.node(node).slots();
    return slots.total() > 0 && (reduce ? slots.reduces() : slots.maps()) > 0;
  }

  void take(int node, boolean reduce) {
    change(node, reduce, 1);
  }

  void give(int node, boolean reduce) {
    change(node, reduce, -1);
  }

  private void change(int node, boolean reduce, int by) {
    (reduce ? reduces : maps)[node] += by;
    if (!gone[node]) {
      free -= by;
    }
    update(node);
  }

  void lose(int node, boolean willReturn) {
    gone[node] = true;
    returns[node] = willReturn;
    free -= unused(node);
    update(node);
  }

  /** A node is there again, on which no task runs. */
  void back(int node) {
    gone[node] = false;
    free += unused(node);
    update(node);
  }

  private int unused(int node) {
    return cluster.node(node).slots().total() - maps[node] - reduces[node];
  }

  private void update(int node) {
    Slots slots = cluster.node(node).slots();
    boolean some = !gone[node] && maps[node] + reduces[node] < slots.total();
    forMaps.set(node, some && maps[node] < slots.maps());
    forReduces.set(node, some && reduces[node] < slots.reduces());
  }

  /** Of two nodes that are drawn from a set, the one with fewer tasks. */
  int draw(NodeSet from, RandomGenerator random) {
    int one = from.get(random.nextInt(from.size()));
    int other = from.get(random.nextInt(from.size()));
    return maps[one] + reduces[one] <= maps[other] + reduces[other] ? one : other;
  }
}
