// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

import java.util.List;

/**
 * Where a replica may be in the network, as a rule says it: relative to the writer and to other
 * replicas. Replicas of a block are counted from 0, as their rules.
 */
public sealed interface Place {

  /** On the writer's host. */
  record LocalNode() implements Place {}

  /** In the writer's rack. */
  record LocalRack() implements Place {}

  /**
   * In another rack than an earlier replica. If that does not exist: in another rack than all other
   * replicas, if those are in one rack.
   *
   * @param replica from 0
   */
  record OtherRackThan(int replica) implements Place {}

  /**
   * In the rack of one of these earlier replicas. If the block has two replicas or more and all are
   * in one rack, in another rack instead, as HDFS does.
   *
   * @param replicas one or more, from 0
   */
  record SameRackAs(List<Integer> replicas) implements Place {
    public SameRackAs {
      replicas = List.copyOf(replicas);
      if (replicas.isEmpty()) {
        throw new IllegalArgumentException("same rack as no replica: must be one or more");
      }
    }
  }

  /**
   * In a region.
   *
   * @param newRack only in a rack that has no replica of the block
   */
  record InRegion(String region, boolean newRack) implements Place {}

  /** On any node. */
  record Anywhere() implements Place {}
}
