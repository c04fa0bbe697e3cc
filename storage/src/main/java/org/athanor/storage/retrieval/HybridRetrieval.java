// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.retrieval;

import org.athanor.storage.tier.Tiers;

/**
 * Weighs a replica by the rate at which a reader gets its bytes, from the device and over the
 * network (K. Ravindranathan, 2015, section 4.1.3.3): {@code 1 / (B/device + B/path)} for a block
 * of {@code B} bytes. The size of the block has no influence on ratios of weights, so it is left
 * out. The rate of the device is that of {@link TierRetrieval}, with its load. The paper does not
 * publish its weights.
 */
public final class HybridRetrieval implements RetrievalPolicy {
  private final DeviceTimes devices;
  private final PathSpeeds paths;

  /** Creates the policy for the tiers and the network of a cluster. */
  public HybridRetrieval(Tiers tiers, PathSpeeds paths) {
    this.devices = new DeviceTimes(tiers);
    this.paths = paths;
  }

  @Override
  public double weight(int distance, int tierRank, int load) {
    return 1 / (devices.secondsPerByte(tierRank, load) + paths.secondsPerByte(distance));
  }
}
