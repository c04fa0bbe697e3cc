// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.warm;

import static org.assertj.core.api.Assertions.assertThat;

import org.athanor.cli.warm.EngineLimits.Memory;
import org.junit.jupiter.api.Test;

class EngineLimitsTest {
  private static final long MB = 1 << 20;

  @Test
  void aThousandDriversReachALimit() {
    assertThat(EngineLimits.reachedBy(999, 0)).isEmpty();
    assertThat(EngineLimits.reachedBy(1000, 0)).contains("it had 1000 drivers");
  }

  @Test
  void fiftyDriversWhoseThreadsStayReachALimit() {
    assertThat(EngineLimits.reachedBy(60, 49)).isEmpty();
    assertThat(EngineLimits.reachedBy(60, 50)).contains("50 drivers have called System.exit");
  }

  @Test
  void seventyPercentOfTheHeapReachALimit() {
    assertThat(EngineLimits.reachedBy(new Memory(699 * MB, 1000 * MB, 0))).isEmpty();
    assertThat(EngineLimits.reachedBy(new Memory(700 * MB, 1000 * MB, 5 * MB)))
        .contains("its heap has 700 of at most 1000 MB, and drivers have left 5 MB of classes");
  }

  @Test
  void classesOf256MegabytesReachALimit() {
    assertThat(EngineLimits.reachedBy(new Memory(0, 1000 * MB, 255 * MB))).isEmpty();
    assertThat(EngineLimits.reachedBy(new Memory(0, 1000 * MB, 256 * MB)))
        .contains("its heap has 0 of at most 1000 MB, and drivers have left 256 MB of classes");
  }
}
