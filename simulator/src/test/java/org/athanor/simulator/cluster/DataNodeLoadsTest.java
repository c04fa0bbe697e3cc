// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DataNodeLoadsTest {
  private double seconds;
  private final DataNodeLoads loads = new DataNodeLoads(2, () -> Math.round(seconds * 1e9));

  private int toldAt(double when) {
    seconds = when;
    return loads.told(0);
  }

  @Test
  void loadsAreThoseOfTheLastHeartbeatThoughNobodyAskedThen() {
    seconds = 1;
    loads.begins(0, BlockService.WRITE);
    loads.begins(0, BlockService.COPY);
    assertThat(toldAt(2.9)).isZero();
    seconds = 4;
    loads.ends(0, BlockService.WRITE);
    loads.ends(0, BlockService.COPY);
    assertThat(toldAt(5.9)).isEqualTo(3);
    assertThat(toldAt(6)).isZero();
    assertThat(loads.told(1)).isZero();
  }

  /** A read ends at 4 s: its connection counts until 8 s, and is told of until 9 s. */
  @Test
  void theConnectionOfAReadStaysForFourSeconds() {
    seconds = 1;
    loads.begins(0, BlockService.READ);
    seconds = 4;
    loads.ends(0, BlockService.READ);
    assertThat(toldAt(5.9)).isEqualTo(1);
    assertThat(toldAt(8.9)).isEqualTo(1);
    assertThat(toldAt(9)).isZero();
  }

  @Test
  void whatChangesAtTheMomentOfAHeartbeatIsToldByTheNextOne() {
    seconds = 3;
    loads.begins(0, BlockService.READ);
    assertThat(toldAt(5)).isZero();
    assertThat(toldAt(6)).isEqualTo(1);
  }
}
