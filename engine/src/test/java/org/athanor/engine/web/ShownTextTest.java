// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShownTextTest {
  @Test
  void plainTextStaysAsItIs() {
    String text = "sort words, zweimal é 日本語 \uD83D\uDE00\n\tat x";
    assertThat(ShownText.line(text)).isEqualTo(text);
    assertThat(ShownText.line(null)).isEmpty();
  }

  @Test
  void longTextIsCutBetweenCharacters() {
    String smile = "\uD83D\uDE00";
    assertThat(ShownText.line(smile.repeat(1000)))
        .isEqualTo(smile.repeat(ShownText.LINE / 2) + "\u2026");
    assertThat(ShownText.line("x".repeat(ShownText.LINE))).hasSize(ShownText.LINE);
  }

  @Test
  void whatHidesOrReordersTextIsReplaced() {
    assertThat(ShownText.line("a\u202Eb\u0000c\u2028d\uD800e\u200Bf"))
        .isEqualTo("a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFDf");
  }

  @Test
  void numbersAreWrittenForPeople() {
    assertThat(Units.duration(0)).isEqualTo("0.0 s");
    assertThat(Units.duration(59_999)).isEqualTo("59.9 s");
    assertThat(Units.duration(3_599_000)).isEqualTo("59 min 59 s");
    assertThat(Units.duration(7_260_000)).isEqualTo("2 h 1 min");
    assertThat(Units.duration(0, 0, 5)).isEqualTo("\u2013");
    assertThat(Units.bytes(999)).isEqualTo("999 B");
    assertThat(Units.bytes(1000)).isEqualTo("1.0 kB");
    assertThat(Units.bytes(256 << 20)).isEqualTo("256 MB");
    assertThat(Units.bytes(Long.MAX_VALUE)).isEqualTo("8.0 EB");
    assertThat(Units.percent(0.9999)).isEqualTo("99 %");
    assertThat(Units.percent(1.5)).isEqualTo("100 %");
    assertThat(Units.time(0)).isEqualTo("\u2013");
    assertThat(Units.time(1_700_000_000_000L)).isEqualTo("2023-11-14 22:13:20");
  }
}
