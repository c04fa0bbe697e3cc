// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

/** How a replica chooses among the tiers that its rule allows. */
public enum TierUse {
  /** Each volume of these tiers is as good as any other: large tiers get more replicas. */
  ANY_OF,
  /**
   * The first tier that has room and no replica of the block. If each of the tiers has one, the
   * first that has room.
   */
  UNUSED_FIRST
}
