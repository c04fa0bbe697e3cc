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
   * @param nodeVcores vcores of a node on average, whatever may be used of them, from 0
   * @param at when it was measured
   * @param trouble why there is no newer value; empty if there was no trouble
   */
  record Known(
      Resources total,
      Resources foreign,
      int nodes,
      double nodeVcores,
      Instant at,
      Optional<String> trouble)
      implements ClusterLoad {

    /** A load of nodes of which everything may be used. */
    public Known(
        Resources total, Resources foreign, int nodes, Instant at, Optional<String> trouble) {
      this(total, foreign, nodes, nodes > 0 ? total.vcores() / nodes : 0, at, trouble);
    }
  }

  /**
   * Nothing is known; the cluster must get no jobs.
   *
   * @param reason one line for users
   */
  record Unavailable(String reason) implements ClusterLoad {}
}
