// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AmountsTest {
  @Test
  void bytesHaveOneDecimalAndADecimalPrefix() {
    assertThat(Amounts.bytes(0)).isEqualTo("0 B");
    assertThat(Amounts.bytes(999)).isEqualTo("999 B");
    assertThat(Amounts.bytes(1_000)).isEqualTo("1.0 kB");
    assertThat(Amounts.bytes(999_960)).isEqualTo("1.0 MB");
    assertThat(Amounts.bytes(Long.MAX_VALUE)).isEqualTo("9.2 EB");
  }

  @Test
  void durationsGetCoarserAsTheyGrow() {
    assertThat(Amounts.duration(349)).isEqualTo("0.3 s");
    assertThat(Amounts.duration(125_400)).isEqualTo("2 min 05 s");
    assertThat(Amounts.duration(3_725_000)).isEqualTo("1 h 02 min");
  }

  @Test
  void clocksRoundToSeconds() {
    assertThat(Amounts.clock(6_600)).isEqualTo("0:07");
    assertThat(Amounts.clock(3_729_000)).isEqualTo("1:02:09");
  }
}
