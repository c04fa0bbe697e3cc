// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.api;

import org.athanor.tiering.plan.StoragePolicy;

/**
 * What shall become of a file, or why nothing shall.
 *
 * @param policy that it shall have
 * @param replicas that it shall have, from 2
 * @param obstacle why it is left alone, in one line; empty if it is not
 */
record Wish(StoragePolicy policy, int replicas, String obstacle) {

  static Wish of(StoragePolicy policy, int replicas) {
    return new Wish(policy, replicas, "");
  }

  static Wish none(String obstacle) {
    return new Wish(StoragePolicy.HOT, 0, obstacle);
  }

  /** Says what a file shall become. */
  @FunctionalInterface
  interface Maker {
    /**
     * Of a file that may be touched.
     *
     * @param policy that it has, one of {@link TierPolicies}
     * @param replicas that it has
     */
    Wish make(StoragePolicy policy, int replicas);
  }
}
