// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AccessSummaryTest {
  private static AccessRecord read(long bytes, double start, double end, String failure) {
    return new AccessRecord("/f", 0, false, bytes, 3, start, end, failure);
  }

  /** 300 bytes in 1 + 4 s are 60 bytes/s; single rates of 100 and 50 have the mean 75. */
  @Test
  void countsAsTestDfsio() {
    List<AccessRecord> records =
        List.of(read(100, 0, 1, ""), read(200, 3, 7, ""), read(0, 0, 9, "x"), read(0, 2, 2, ""));
    assertThat(AccessSummary.of(records, false))
        .isEqualTo(new AccessSummary(4, 1, 300, 60, 75, 5.0 / 3, 4));
    assertThat(AccessSummary.of(records, true)).isEqualTo(new AccessSummary(0, 0, 0, 0, 0, 0, 0));
  }
}
