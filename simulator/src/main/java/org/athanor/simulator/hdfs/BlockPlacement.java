// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

/** Decides where new replicas go. */
public interface BlockPlacement {
  /**
   * The devices for the replicas that are wanted of a block, each on another node, in the order in
   * which they are written; fewer if there are no more nodes with room.
   */
  int[] place(BlockRequest request, Space space);

  /**
   * Which replica is deleted first of a block that has more than it shall have.
   *
   * @param request with all replicas of the block as those that exist
   * @return its device; {@link FileSystem#NOWHERE} if all must stay
   */
  default int excess(BlockRequest request, Space space) {
    return StockExcess.choose(request, space);
  }
}
