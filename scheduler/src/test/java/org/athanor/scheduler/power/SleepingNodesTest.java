// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.athanor.scheduler.ledger.Resources;
import org.junit.jupiter.api.Test;

class SleepingNodesTest {
  private static Resources resources(double vcores, double memory) {
    return new Resources(vcores, memory, 0, 0);
  }

  @Test
  void aQueueGetsItsPartOfThem() {
    SleepingNodes nodes = new SleepingNodes(3, resources(4, 10), 5, Duration.ofMinutes(3));
    assertThat(nodes.of(resources(20, 50))).isEqualTo(resources(12, 30));
    assertThat(nodes.of(resources(10, 50))).as("half of the vcores").isEqualTo(resources(6, 30));
    assertThat(nodes.of(resources(99, 50))).isEqualTo(resources(12, 30));
    assertThat(SleepingNodes.NONE.of(resources(20, 50))).isEqualTo(Resources.NONE);
  }

  @Test
  void whatIsReservedIsAPartOfWhatYarnSays() {
    Demand ours = new Demand(resources(8, 8), resources(1, 1));
    assertThat(ours.with(resources(5, 20))).isEqualTo(resources(9, 21));
  }
}
