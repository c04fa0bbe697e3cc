// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

/**
 * How many replicas of a block HDFS lets a rack have, so that they are not all in one: {@code
 * BlockPlacementPolicyDefault.getMaxNodesPerRack}.
 */
final class RackLimit {
  private RackLimit() {}

  /**
   * The limit.
   *
   * @param replicas that the block shall have, from 0
   * @param nodes in service
   * @param racks of these nodes
   */
  static int of(int replicas, int nodes, int racks) {
    int total = Math.min(replicas, nodes);
    if (racks <= 1 || total <= 1) {
      return total;
    }
    int limit = (total - 1) / racks + 2;
    return limit == total ? limit - 1 : limit;
  }
}
