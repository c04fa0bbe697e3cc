// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import java.util.Arrays;
import java.util.BitSet;
import org.athanor.simulator.cluster.Cluster;

/**
 * Whose maps' output is ready, in the order in which they ended. The outputs are in lists, one for
 * each source: a node, or the whole cluster if it is looked at as one. A place in a list stays what
 * it is; a lost output leaves it empty.
 */
final class MapOutputs {
  private static final int EMPTY = -1;
  private static final int NOWHERE = -1;
  private static final int[] NOT_COUNTED = {};

  private final Cluster cluster;
  private final boolean byNode;
  private final int[][] lists;
  private final int[] sizes;
  private final int[] nodeOf;

  /** Outputs that are ready, on each node; counted if the cluster is one source. */
  private final int[] onNode;

  /** The same in each rack, and of all. */
  private final int[] inRack;

  private int ready;
  private boolean complete = true;

  /**
   * Creates lists without outputs.
   *
   * @param byNode whether each node is a source; otherwise the cluster is one
   */
  MapOutputs(int maps, Cluster cluster, boolean byNode) {
    this.cluster = cluster;
    this.byNode = byNode;
    int nodes = cluster.nodes();
    onNode = byNode ? NOT_COUNTED : new int[nodes];
    inRack = byNode ? NOT_COUNTED : new int[cluster.racks()];
    lists = new int[byNode ? nodes : 1][];
    sizes = new int[lists.length];
    nodeOf = new int[maps];
    Arrays.fill(nodeOf, NOWHERE);
  }

  int sources() {
    return lists.length;
  }

  /** The source that has the outputs of a node. */
  int source(int node) {
    return byNode ? node : 0;
  }

  /** Adds the output of a map to those of a node. */
  void add(int map, int node) {
    int source = source(node);
    int size = sizes[source]++;
    if (lists[source] == null) {
      lists[source] = new int[4];
    } else if (size == lists[source].length) {
      lists[source] = Arrays.copyOf(lists[source], 2 * size);
    }
    lists[source][size] = map;
    nodeOf[map] = node;
    count(node, 1);
  }

  /** The part of the outputs that are ready which is on a node, 0 to 1. */
  double partOn(int node) {
    return ready == 0 ? 0 : (double) onNode[node] / ready;
  }

  /** The part of the outputs that are ready which is in a rack, 0 to 1. */
  double partIn(int rack) {
    return ready == 0 ? 0 : (double) inRack[rack] / ready;
  }

  private void count(int node, int change) {
    if (byNode) {
      return;
    }
    onNode[node] += change;
    inRack[cluster.rackOf(node)] += change;
    ready += change;
  }

  /** Places of a source, from 0; some may be empty. */
  int size(int source) {
    return sizes[source];
  }

  /** Whether a map's output is ready on a node. */
  boolean isOn(int node, int map) {
    return nodeOf[map] == node;
  }

  /** Number of outputs in a part of a list, without those of some maps; null for none. */
  int count(int source, int from, int to, BitSet except) {
    if (complete && except == null) {
      return to - from;
    }
    int count = 0;
    for (int place = from; place < to; place++) {
      int map = lists[source][place];
      if (map != EMPTY && (except == null || !except.get(map))) {
        count++;
      }
    }
    return count;
  }

  /** The maps of a part of a list whose output is on a node. */
  BitSet onNode(int node, int from, int to) {
    BitSet found = new BitSet();
    int source = source(node);
    for (int place = from; place < to; place++) {
      int map = lists[source][place];
      if (map != EMPTY && nodeOf[map] == node) {
        found.set(map);
      }
    }
    return found;
  }

  /** Loses the outputs of a node, and returns whose they were. */
  BitSet lose(int node) {
    int source = source(node);
    BitSet lost = onNode(node, 0, sizes[source]);
    for (int place = 0; place < sizes[source]; place++) {
      int map = lists[source][place];
      if (map != EMPTY && lost.get(map)) {
        lists[source][place] = EMPTY;
      }
    }
    lost.stream().forEach(map -> nodeOf[map] = NOWHERE);
    count(node, -lost.cardinality());
    complete &= lost.isEmpty();
    return lost;
  }
}
