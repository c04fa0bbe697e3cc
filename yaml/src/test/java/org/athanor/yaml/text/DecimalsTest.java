// SPDX-License-Identifier: Apache-2.0
package org.athanor.yaml.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalsTest {
  @Test
  void numbersAreParsedExactly() {
    assertThat(Decimals.parse("2")).contains(new BigDecimal("2"));
    assertThat(Decimals.parse("0.1")).contains(new BigDecimal("0.1"));
    assertThat(Decimals.parse("1.5e-06")).contains(new BigDecimal("0.0000015"));
    assertThat(Decimals.parse("999999999999999.999999999999999E+99")).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "-1",
        "+1",
        ".5",
        "5.",
        "1,5",
        "NaN",
        "Infinity",
        "0x10",
        "1e",
        "1e100",
        "1d",
        "1 ",
        "1\n",
        "\u0661",
        "1000000000000000000",
        "0.0000000000000000001"
      })
  void everythingElseIsNoNumber(String text) {
    assertThat(Decimals.parse(text)).isEmpty();
  }
}
