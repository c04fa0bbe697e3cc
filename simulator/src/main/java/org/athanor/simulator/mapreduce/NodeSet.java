// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import java.util.Arrays;

/** A set of nodes that can be counted through while it changes. */
final class NodeSet {
  private static final int ABSENT = -1;

  private final int[] members;
  private final int[] place;
  private int size;

  NodeSet(int nodes) {
    members = new int[nodes];
    place = new int[nodes];
    Arrays.fill(place, ABSENT);
  }

  int size() {
    return size;
  }

  /** A member, counted from 0. The order is not that of the nodes. */
  int get(int index) {
    return members[index];
  }

  int[] toArray() {
    return Arrays.copyOf(members, size);
  }

  boolean contains(int node) {
    return place[node] != ABSENT;
  }

  void set(int node, boolean member) {
    if (member == contains(node)) {
      return;
    }
    if (member) {
      place[node] = size;
      members[size++] = node;
    } else {
      int last = members[--size];
      members[place[node]] = last;
      place[last] = place[node];
      place[node] = ABSENT;
    }
  }
}
