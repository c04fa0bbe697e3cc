// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.retrieval;

import org.athanor.storage.tier.Tier;
import org.athanor.storage.tier.Tiers;

/**
 * How long devices of each tier read one byte of a block. A DataNode reads packets of 64 KiB; each
 * costs its bytes and one operation: {@code 1/bandwidth + 1/(65536 * iops)}. For the devices of K.
 * Ravindranathan, 2015, Table 4.2, that is 477 MB/s (PCIe SSD), 171 (SATA SSD) and 48.2 (HDD): the
 * first serves ten times as much as the last, as section 4.1.3.2 wants.
 */
final class DeviceTimes {
  private static final double PACKET_BYTES = 65536;

  private final double[] secondsPerByte;

  DeviceTimes(Tiers tiers) {
    secondsPerByte = tiers.all().stream().mapToDouble(DeviceTimes::secondsPerByte).toArray();
  }

  private static double secondsPerByte(Tier tier) {
    return 1 / tier.readBytesPerSecond() + 1 / (PACKET_BYTES * tier.iops());
  }

  /**
   * The time of a device that serves {@code load} other transfers at the same time.
   *
   * @param tierRank the slowest tier if it is {@link RetrievalPolicy#NO_TIER}
   */
  double secondsPerByte(int tierRank, int load) {
    int rank = tierRank < 0 ? secondsPerByte.length - 1 : tierRank;
    return secondsPerByte[rank] * (1.0 + load);
  }
}
