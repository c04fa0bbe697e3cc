// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.retrieval;

/**
 * Weighs the replicas of a block for one reader. Only the ratio of two weights has a meaning. An
 * implementation is immutable and allocates nothing.
 */
public interface RetrievalPolicy {
  /** The rank of a replica on a device that belongs to no tier. */
  int NO_TIER = -1;

  /**
   * The weight of a replica, above 0 and finite.
   *
   * @param distance from the reader, from 0: see {@link NetworkDistance}
   * @param tierRank the position of the replica's tier, 0 is the fastest; {@link #NO_TIER} if it
   *     belongs to none, which counts as the slowest
   * @param load number of transfers that its node serves now, from 0
   */
  double weight(int distance, int tierRank, int load);
}
