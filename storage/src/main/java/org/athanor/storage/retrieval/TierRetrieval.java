// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.retrieval;

import org.athanor.storage.tier.Tiers;

/**
 * Prefers fast devices with little load, near or not (K. Ravindranathan, 2015, section 4.1.3.2).
 * The weight of a replica is the rate at which the device would serve one more reader: {@code 1 /
 * ((1 + load) * t)}, where {@code t} is the time that the device needs for a byte, from its
 * bandwidth and its operations per second. The paper does not publish its weights, and has no load
 * in them.
 */
public final class TierRetrieval implements RetrievalPolicy {
  private final DeviceTimes devices;

  /** Creates the policy for the tiers of a cluster. */
  public TierRetrieval(Tiers tiers) {
    devices = new DeviceTimes(tiers);
  }

  @Override
  public double weight(int distance, int tierRank, int load) {
    return 1 / devices.secondsPerByte(tierRank, load);
  }
}
