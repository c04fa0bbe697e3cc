// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AmountTextTest {

  @Test
  void showsThreeSignificantDigitsAndAPrefix() {
    assertThat(AmountText.of(1_250_000_000, Unit.BYTES)).isEqualTo("1.25 GB");
    assertThat(AmountText.of(999_700, Unit.BYTES_PER_SECOND)).isEqualTo("1.00 MB/s");
    assertThat(AmountText.of(43.21, Unit.PERCENT)).isEqualTo("43.2 %");
    assertThat(AmountText.of(.03456, Unit.RATIO)).isEqualTo("0.0346");
    assertThat(AmountText.of(1234.5, Unit.SECONDS)).isEqualTo("1235 s");
    assertThat(AmountText.of(5, Unit.SECONDS)).isEqualTo("5.00 s");
    assertThat(AmountText.of(9.996, Unit.SECONDS)).isEqualTo("10.0 s");
    assertThat(AmountText.of(99.96, Unit.SECONDS)).isEqualTo("100 s");
    assertThat(AmountText.of(0, Unit.JOULES)).isEqualTo("0 J");
  }
}
