// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import java.util.BitSet;

/**
 * Where the engine gathers the input of each reduce: the nodes take turns. If a node fails, its
 * partitions move to others; their reduces copy what maps had sent to it from the nodes of these
 * maps, which keep it until the job ends.
 */
final class Partitions {
  private final int[] nodes;
  private final BitSet moved = new BitSet();

  /** Partitions on each node that have not moved. */
  private final int[] onNode;

  /**
   * Places partitions.
   *
   * @param usable the nodes that can reduce; one or more if there are reduces
   * @param first where among these the first partition goes, from 0; they take turns
   * @param count of all nodes
   */
  Partitions(int reduces, int[] usable, int first, int count) {
    nodes = new int[reduces];
    onNode = new int[count];
    for (int reduce = 0; reduce < reduces; reduce++) {
      nodes[reduce] = usable[(int) (((long) first + reduce) % usable.length)];
      onNode[nodes[reduce]]++;
    }
  }

  /** The node of a partition. */
  int node(int reduce) {
    return nodes[reduce];
  }

  /** Whether a partition is not where maps sent it. */
  boolean hasMoved(int reduce) {
    return moved.get(reduce);
  }

  /** The part of what each map emits that is sent to a node, 0 to 1. */
  double part(int node) {
    return onNode[node] == 0 ? 0 : (double) onNode[node] / nodes.length;
  }

  /**
   * Moves the partitions of a node.
   *
   * @param usable the nodes that are left, one or more
   * @param still the partitions that are not reduced yet
   */
  void move(int node, int[] usable, BitSet still) {
    int next = 0;
    for (int reduce = 0; reduce < nodes.length; reduce++) {
      if (nodes[reduce] == node && still.get(reduce)) {
        nodes[reduce] = usable[next++ % usable.length];
        moved.set(reduce);
      }
    }
    onNode[node] = 0;
  }
}
