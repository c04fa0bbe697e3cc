// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.risk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DataLossTest {
  private static final double ONE_DAY = 1;

  /**
   * Table 5.1 of the text beside the exact values. 1000 nodes of Hadoop: p = 1 − e^(−1/1095) =
   * 9.128e-4, np = 0.9128, so about 1 − e^(−np)·(1 + np + np²/2) = 0.0650 for three replicas. No
   * printed value is above the exact one; most of them were cut off instead of rounded.
   */
  @ParameterizedTest
  @CsvSource({
    "3, 1000, 3, 6.49e-2, 6.44e-2",
    "3,  100, 3, 1.151e-4, 1.1e-4",
    "3, 1000, 2, 0.2322,  0.23",
    "3,  100, 2, 3.887e-3, 3.86e-3",
    "3, 1000, 1, 0.5988,  0.59",
    "3,  100, 1, 8.73e-2, 8.7e-2",
    "6, 1000, 3, 1.128e-2, 1e-2",
    "6,  100, 3, 1.488e-5, 1.42e-5",
    "6, 1000, 2, 7.73e-2, 7e-2",
    "6,  100, 2, 1.001e-3, 9.7e-4",
    "6, 1000, 1, 0.3666,  0.36",
    "6,  100, 1, 4.464e-2, 4.4e-2"
  })
  void agreesWithTable51(int mtbf, int nodes, int replicas, double exact, double printed) {
    double loss = DataLoss.of(nodes, mtbf, ONE_DAY).ofManyBlocks(replicas);

    assertThat(loss).isCloseTo(exact, within(exact * 0.002));
    assertThat(printed).isCloseTo(loss, within(loss * 0.12)).isLessThanOrEqualTo(loss);
  }

  @Test
  void aNodeFailsWithTheExponentialDistribution() {
    assertThat(DataLoss.of(1, 3, ONE_DAY).failureOfNode())
        .isCloseTo(1 - Math.exp(-1 / 1095.0), within(1e-15));
    assertThat(DataLoss.of(1, 3, ONE_DAY).ofManyBlocks(1)).isCloseTo(9.1282e-4, within(1e-8));
  }

  /**
   * Three nodes, p = 1 − e^(−1/(365·y)) chosen so that p = 1/2, two replicas, one block. Two of
   * three nodes fail with 3/8; they hold the block with C(2,2)/C(3,2) = 1/3. All fail with 1/8.
   * Loss: 3/8 · 1/3 + 1/8 = 1/4. With two blocks: 3/8 · (1 − (2/3)²) + 1/8 = 1/3.
   */
  @Test
  void followsEquation53ForFewBlocks() {
    DataLoss loss = DataLoss.of(3, 1, 365 * Math.log(2));

    assertThat(loss.ofBlocks(2, 0)).isZero();
    assertThat(loss.ofBlocks(2, 1)).isCloseTo(0.25, within(1e-12));
    assertThat(loss.ofBlocks(2, 2)).isCloseTo(1 / 3.0, within(1e-12));
    assertThat(loss.ofManyBlocks(2)).isCloseTo(0.5, within(1e-12));
    assertThat(loss.ofManyBlocks(4)).isZero();
  }

  @Test
  void moreReplicasAreSaferAndMoreBlocksRiskier() {
    Random random = Seeds.of("DataLoss");
    for (int i = 0; i < 1000; i++) {
      int nodes = 4 + random.nextInt(300);
      DataLoss loss =
          DataLoss.of(nodes, 0.1 + 5 * random.nextDouble(), 30 * random.nextDouble() + 0.01);
      int replicas = 1 + random.nextInt(3);
      long blocks = random.nextInt(1_000_000);

      double few = loss.ofBlocks(replicas, blocks);
      assertThat(few).as("seed %d, case %d", Seeds.seed(), i).isBetween(0.0, 1.0);
      assertThat(loss.ofBlocks(replicas + 1, blocks)).isLessThanOrEqualTo(few * (1 + 1e-9));
      assertThat(loss.ofBlocks(replicas, blocks + 1000)).isGreaterThanOrEqualTo(few * (1 - 1e-9));
      assertThat(loss.ofManyBlocks(replicas)).isGreaterThanOrEqualTo(few * (1 - 1e-9));
    }
  }

  @Test
  void allNodesFailInALongTime() {
    assertThat(DataLoss.of(5, 1, 1e6).ofManyBlocks(5)).isEqualTo(1);
    assertThat(DataLoss.of(5, 1, 1e6).ofBlocks(3, 1)).isEqualTo(1);
  }

  @Test
  void verySmallProbabilitiesAreNotLost() {
    // C(20, 10) · p^10 with p = 1/3650000, to the first order
    double p = 1 / 3_650_000.0;
    assertThat(DataLoss.of(20, 10_000, ONE_DAY).ofManyBlocks(10))
        .isCloseTo(184_756 * Math.pow(p, 10), within(184_756 * Math.pow(p, 10) * 1e-4));
  }

  @Test
  void refusesWhatIsNoCluster() {
    assertThatThrownBy(() -> DataLoss.of(0, 3, 1)).hasMessage("nodes=0: must be 1 or more");
    assertThatThrownBy(() -> DataLoss.of(1, 0, 1))
        .hasMessage("mtbfYears=0.0: must be above 0 and finite");
    assertThatThrownBy(() -> DataLoss.of(1, 3, Double.NaN))
        .hasMessage("days=NaN: must be above 0 and finite");
    assertThatThrownBy(() -> DataLoss.of(2, 3, 1).ofBlocks(3, 1))
        .hasMessage("replicas=3: must be from 1 to 2");
    assertThatThrownBy(() -> DataLoss.of(2, 3, 1).ofManyBlocks(0))
        .hasMessage("replicas=0: must be 1 or more");
  }
}
