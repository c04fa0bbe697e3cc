// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import org.athanor.simulator.cluster.Cluster;

/** The maps of a job that no node runs yet, by the nodes and racks that have their input. */
final class PendingMaps {
  static final int NONE = -1;

  /** Jobs with fewer maps need no index. */
  private static final int FEW = 24;

  private final Splits splits;
  private final Cluster cluster;
  private final BitSet pending;
  private final Deque<Integer> again = new ArrayDeque<>();
  private int count;
  private int cursor;

  // For each node and rack, a list of entries; an entry is a replica of a split.
  private int[] nodeHead;
  private int[] rackHead;
  private int[] nextOnNode;
  private int[] nextInRack;
  private int[] splitOf;
  private int entries;

  PendingMaps(Splits splits, Cluster cluster) {
    this.splits = splits;
    this.cluster = cluster;
    this.count = splits.count();
    pending = new BitSet(count);
    pending.set(0, count);
    index();
  }

  /** Looks again where the inputs of pending maps are: a node was lost, or replicas were moved. */
  void index() {
    if (!splits.hasPlaces() || splits.count() < FEW) {
      return;
    }
    nodeHead = new int[cluster.nodes()];
    rackHead = new int[cluster.racks()];
    Arrays.fill(nodeHead, NONE);
    Arrays.fill(rackHead, NONE);
    nextOnNode = new int[Math.max(1, 3 * count)];
    nextInRack = new int[nextOnNode.length];
    splitOf = new int[nextOnNode.length];
    entries = 0;
    for (int split = splits.count() - 1; split >= 0; split--) {
      if (pending.get(split)) {
        addPlaces(split);
      }
    }
  }

  private void addPlaces(int split) {
    int replicas = splits.replicas(split);
    for (int i = 0; i < replicas; i++) {
      if (entries == splitOf.length) {
        nextOnNode = Arrays.copyOf(nextOnNode, 2 * entries);
        nextInRack = Arrays.copyOf(nextInRack, 2 * entries);
        splitOf = Arrays.copyOf(splitOf, 2 * entries);
      }
      int node = cluster.nodeOf(splits.device(i));
      int rack = cluster.rackOf(node);
      splitOf[entries] = split;
      nextOnNode[entries] = nodeHead[node];
      nodeHead[node] = entries;
      nextInRack[entries] = rackHead[rack];
      rackHead[rack] = entries++;
    }
  }

  int count() {
    return count;
  }

  /** The next map that is pending from a number on; {@link #NONE} if there is none. */
  int next(int from) {
    return pending.nextSetBit(from);
  }

  /** Takes a map. */
  void take(int map) {
    pending.clear(map);
    count--;
  }

  /** Gives a map back, whose attempt or output is lost. */
  void giveBack(int map) {
    pending.set(map);
    count++;
    again.add(map);
    if (nodeHead != null) {
      addPlaces(map);
    }
  }

  /** The map that is nearest to a node; {@link #NONE} if there is none. */
  int nearest(int node) {
    int map = onNode(node);
    if (map == NONE) {
      map = inRack(node);
    }
    return map == NONE ? any() : map;
  }

  /** A map whose input is on a node; {@link #NONE} if there is none. */
  int onNode(int node) {
    if (count == 0 || !splits.hasPlaces()) {
      return NONE;
    }
    if (nodeHead == null) {
      return search(node, Locality.NODE);
    }
    // Replicas may have been moved since the index was made.
    while (nodeHead[node] != NONE
        && (!pending.get(splitOf[nodeHead[node]])
            || locality(splitOf[nodeHead[node]], node) != Locality.NODE)) {
      nodeHead[node] = nextOnNode[nodeHead[node]];
    }
    return nodeHead[node] == NONE ? NONE : splitOf[nodeHead[node]];
  }

  /** A map whose input is in the rack of a node; {@link #NONE} if there is none. */
  int inRack(int node) {
    if (count == 0 || !splits.hasPlaces()) {
      return NONE;
    }
    if (rackHead == null) {
      return search(node, Locality.RACK);
    }
    int rack = cluster.rackOf(node);
    while (rackHead[rack] != NONE && !pending.get(splitOf[rackHead[rack]])) {
      rackHead[rack] = nextInRack[rackHead[rack]];
    }
    return rackHead[rack] == NONE ? NONE : splitOf[rackHead[rack]];
  }

  /** Any map; {@link #NONE} if there is none. */
  int any() {
    while (!again.isEmpty()) {
      int map = again.peek();
      if (pending.get(map)) {
        return map;
      }
      again.remove();
    }
    cursor = Math.max(0, pending.nextSetBit(cursor));
    return pending.get(cursor) ? cursor : pending.nextSetBit(0);
  }

  private int search(int node, Locality wanted) {
    for (int map = next(0); map != NONE; map = next(map + 1)) {
      if (locality(map, node).compareTo(wanted) <= 0) {
        return map;
      }
    }
    return NONE;
  }

  /** How near the input of a map is to a node. */
  Locality locality(int map, int node) {
    if (!splits.hasPlaces()) {
      return Locality.NODE;
    }
    Locality nearest = Locality.ANY;
    int replicas = splits.replicas(map);
    for (int i = 0; i < replicas; i++) {
      int holder = cluster.nodeOf(splits.device(i));
      if (holder == node) {
        return Locality.NODE;
      }
      if (cluster.rackOf(holder) == cluster.rackOf(node)) {
        nearest = Locality.RACK;
      }
    }
    return nearest;
  }
}
