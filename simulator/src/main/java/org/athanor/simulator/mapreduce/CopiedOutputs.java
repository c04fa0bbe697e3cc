// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import java.util.BitSet;
import java.util.Collection;

/** Which maps' outputs a reduce has copied, and which it has begun to copy. */
final class CopiedOutputs {
  private final MapOutputs outputs;

  /** For each source, how much of its list was asked for. */
  private final int[] asked;

  /** Lost outputs that were copied before; null if none. */
  private BitSet copiedBefore;

  private int copied;

  CopiedOutputs(MapOutputs outputs) {
    this.outputs = outputs;
    asked = new int[outputs.sources()];
  }

  /** Number of maps whose output is copied. */
  int copied() {
    return copied;
  }

  /** Outputs that a source has ready and that were not asked for. */
  int ready(int source) {
    return outputs.count(source, asked[source], outputs.size(source), copiedBefore);
  }

  /** Asks for all that a source has ready. */
  Fetch ask(int source) {
    int from = asked[source];
    int to = outputs.size(source);
    asked[source] = to;
    return new Fetch(source, from, to, outputs.count(source, from, to, copiedBefore));
  }

  void done(Fetch fetch) {
    copied += fetch.maps();
  }

  boolean hasLost(int map) {
    return copiedBefore != null && copiedBefore.get(map);
  }

  /**
   * Notes which outputs of a node are copied, before they are lost, and takes the others out of
   * fetches.
   *
   * @param active fetches that are not done
   */
  void lose(int node, Collection<Fetch> active) {
    int source = outputs.source(node);
    BitSet had = outputs.onNode(node, 0, asked[source]);
    for (Fetch fetch : active) {
      if (fetch.source() == source) {
        BitSet missed = outputs.onNode(node, fetch.from(), fetch.to());
        if (copiedBefore != null) {
          missed.andNot(copiedBefore);
        }
        fetch.lose(missed.cardinality());
        had.andNot(missed);
      }
    }
    if (!had.isEmpty()) {
      if (copiedBefore == null) {
        copiedBefore = new BitSet();
      }
      copiedBefore.or(had);
    }
  }
}
