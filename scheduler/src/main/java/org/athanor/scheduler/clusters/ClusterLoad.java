// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import java.time.Instant;
import java.util.Optional;
import org.athanor.scheduler.ledger.Resources;

/** What is known about a cluster's capacity and load. */
public sealed interface ClusterLoad {

  /**
   * A load that was measured, not too long ago.
   *
   * @param total what the queue or the label's nodes have, or may use at most
   * @param foreign what others than this scheduler use of it, within {@code total}
   * @param nodes number of nodes that run, from 0
   * @param node vcores and memory of a node on average, whatever may be used of them
   * @param at when it was measured
   * @param trouble why there is no newer value; empty if there was no trouble
   */
  record Known(
      Resources total,
      Resources foreign,
      int nodes,
      Resources node,
      Instant at,
      Optional<String> trouble)
      implements ClusterLoad {

    /** A load of nodes of which everything may be used. */
    public Known(
        Resources total, Resources foreign, int nodes, Instant at, Optional<String> trouble) {
      this(total, foreign, nodes, node(total, nodes), at, trouble);
    }

    /** Vcores and memory of a node on average; nothing if there is none. */
    static Resources node(Resources all, int nodes) {
      return nodes > 0
          ? new Resources(all.vcores() / nodes, all.memoryBytes() / nodes, 0, 0)
          : Resources.NONE;
    }

    /** Vcores of a node on average, whatever may be used of them, from 0. */
    public double nodeVcores() {
      return node.vcores();
    }
  }

  /**
   * Nothing is known; the cluster must get no jobs.
   *
   * @param reason one line for users
   */
  record Unavailable(String reason) implements ClusterLoad {}
}
