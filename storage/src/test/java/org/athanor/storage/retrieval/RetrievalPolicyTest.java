// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.athanor.storage.PaperCluster.TIERS;
import static org.athanor.storage.retrieval.NetworkDistance.LOCAL;
import static org.athanor.storage.retrieval.NetworkDistance.OFF_RACK;
import static org.athanor.storage.retrieval.NetworkDistance.OTHER_REGION;
import static org.athanor.storage.retrieval.NetworkDistance.RACK;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class RetrievalPolicyTest {
  private static final Offset<Double> CLOSE = within(0.005);
  private static final int PCIE = 0;
  private static final int SATA = 1;
  private static final int HDD = 2;

  private static double ratio(RetrievalPolicy policy, int distance, int tier, int load) {
    return policy.weight(distance, tier, load) / policy.weight(OFF_RACK, HDD, 0);
  }

  @Test
  void networkDividesByTheStepForEachStepOfDistance() {
    NetworkRetrieval network = new NetworkRetrieval(16);
    assertThat(ratio(network, LOCAL, HDD, 0)).isEqualTo(256);
    assertThat(ratio(network, RACK, PCIE, 5)).isEqualTo(16);
    assertThat(ratio(network, OTHER_REGION, HDD, 0)).isEqualTo(1 / 16.0);
    assertThat(network.weight(1_000_000, HDD, 0))
        .isEqualTo(network.weight(16, HDD, 0))
        .isPositive();
    assertThat(new NetworkRetrieval(1).weight(6, 0, 0)).isEqualTo(1);
    assertThatThrownBy(() -> new NetworkRetrieval(0.9))
        .hasMessage("step=0.9: must be from 1 to 1000000.0");
  }

  /**
   * Seconds for a megabyte: PCIe 1/533 + 1/(0.065536 * 70e3) = 2.094e-3, SATA 1/191 + 1/(0.065536 *
   * 25e3) = 5.846e-3, HDD 1/61 + 1/(0.065536 * 3.5e3) = 20.753e-3. Ratios to the HDD: 9.910, 3.550.
   */
  @Test
  void tierComparesDevicesWithTheirLoad() {
    TierRetrieval tier = new TierRetrieval(TIERS);
    assertThat(ratio(tier, OFF_RACK, PCIE, 0)).isCloseTo(9.910, CLOSE);
    assertThat(ratio(tier, LOCAL, SATA, 0)).isCloseTo(3.550, CLOSE);
    assertThat(ratio(tier, LOCAL, PCIE, 9)).isCloseTo(0.991, CLOSE);
    assertThat(ratio(tier, LOCAL, RetrievalPolicy.NO_TIER, 0)).isEqualTo(1);
  }

  /**
   * At 1250 MB/s a megabyte needs 0.8e-3 s more: (20.753 + 0.8) / (2.094 + 0.8) = 7.447 for a
   * remote PCIe SSD. At 125 MB/s: (20.753 + 8) / (2.094 + 8) = 2.849, and a local HDD has (20.753 +
   * 8) / 20.753 = 1.385.
   */
  @Test
  void hybridAddsTheTimesOfDeviceAndPath() {
    HybridRetrieval fast = new HybridRetrieval(TIERS, new PathSpeeds(1.25e9, 1.25e9, 1e8));
    assertThat(ratio(fast, RACK, PCIE, 0)).isCloseTo(7.447, CLOSE);
    HybridRetrieval slow = new HybridRetrieval(TIERS, new PathSpeeds(1.25e8, 1.25e8, 1e7));
    assertThat(ratio(slow, OFF_RACK, PCIE, 0)).isCloseTo(2.849, CLOSE);
    assertThat(ratio(slow, LOCAL, HDD, 0)).isCloseTo(1.385, CLOSE);
    // One more reader of the device: (20.753 + 8) / (2 * 2.094 + 8).
    assertThat(ratio(slow, RACK, PCIE, 1)).isCloseTo(2.359, CLOSE);
    // (20.753 + 8) / (2.094 + 100)
    assertThat(ratio(slow, OTHER_REGION, PCIE, 0)).isCloseTo(0.282, CLOSE);
  }

  @Test
  void randomWeighsAllTheSame() {
    assertThat(ratio(new RandomRetrieval(), LOCAL, PCIE, 7)).isEqualTo(1);
  }

  @Test
  void countsTheLinksBetweenHosts() {
    assertThat(NetworkDistance.betweenRacks("/r1", "/r1", true)).isEqualTo(RACK);
    assertThat(NetworkDistance.betweenRacks("/r1", "/r10", true)).isEqualTo(OFF_RACK);
    assertThat(NetworkDistance.betweenRacks("/c1/r1", "/c1/r2", true)).isEqualTo(OFF_RACK);
    assertThat(NetworkDistance.betweenRacks("/c1/r1", "/c2/r1", true)).isEqualTo(6);
    assertThat(NetworkDistance.betweenRacks("/c1/p1/r1", "/c1/p2/r1", true)).isEqualTo(6);
    assertThat(NetworkDistance.betweenRacks("/c1", "/c1/r1", true)).isEqualTo(3);
    assertThat(NetworkDistance.betweenRacks("/r1", "/r2", false)).isEqualTo(OTHER_REGION);
    assertThat(NetworkDistance.betweenRacks("/c1/p1/r1", "/c2/p2/r1", false)).isEqualTo(8);
  }

  @Test
  void rejectsPathsWithoutSpeed() {
    assertThatThrownBy(() -> new PathSpeeds(1, 0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("offRack=0.0: must be above 0 and finite");
  }
}
