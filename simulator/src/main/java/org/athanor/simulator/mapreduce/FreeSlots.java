// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import java.util.random.RandomGenerator;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.cluster.Slots;

/** The slots of all nodes. */
final class FreeSlots {
  private final Cluster cluster;
  private final int[] maps;
  private final int[] reduces;
  private final boolean[] gone;
  private final NodeSet forMaps;
  private final NodeSet forReduces;
  private long total;

  FreeSlots(Cluster cluster) {
    this.cluster = cluster;
    maps = new int[cluster.nodes()];
    reduces = new int[cluster.nodes()];
    gone = new boolean[cluster.nodes()];
    forMaps = new NodeSet(cluster.nodes());
    forReduces = new NodeSet(cluster.nodes());
    for (int node = 0; node < cluster.nodes(); node++) {
      total += cluster.node(node).slots().total();
      update(node);
    }
  }

  /** Slots of all nodes, free or not. */
  long total() {
    return total;
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

  /** Whether a node is left that can run such tasks. */
  boolean exist(boolean reduce) {
    for (int node = 0; node < gone.length; node++) {
      Slots slots = cluster.node(node).slots();
      if (!gone[node] && slots.total() > 0 && (reduce ? slots.reduces() : slots.maps()) > 0) {
        return true;
      }
    }
    return false;
  }

  void take(int node, boolean reduce) {
    change(node, reduce, 1);
  }

  void give(int node, boolean reduce) {
    change(node, reduce, -1);
  }

  private void change(int node, boolean reduce, int by) {
    (reduce ? reduces : maps)[node] += by;
    update(node);
  }

  void lose(int node) {
    gone[node] = true;
    total -= cluster.node(node).slots().total();
    update(node);
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
