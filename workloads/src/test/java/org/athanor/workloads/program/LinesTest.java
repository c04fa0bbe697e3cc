// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinesTest {
  private static final long SEED = Seeds.seed();
  private final EdgeLine edge = new EdgeLine();

  @Test
  void readsEdgesWithTabsOrBlanks() {
    assertThat(edge.parse("12\t-7")).isTrue();
    assertThat(edge.source()).isEqualTo(12);
    assertThat(edge.target()).isEqualTo(-7);
    assertThat(edge.parse(" 0  9223372036854775807\r")).isTrue();
    assertThat(edge.target()).isEqualTo(Long.MAX_VALUE);
    assertThat(edge.parse("-9223372036854775808\t1")).isTrue();
    assertThat(edge.source()).isEqualTo(Long.MIN_VALUE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "# 1\t2", "\t# comment", "\r"})
  void skipsComments(String line) {
    assertThat(edge.parse(line)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1",
        "1\t",
        "1 2 3",
        "a\tb",
        "1\t2x",
        "1.5\t2",
        "-\t1",
        "9223372036854775808\t1",
        "-9223372036854775809\t1",
        "1,2"
      })
  void refusesMalformedEdges(String line) {
    assertThatThrownBy(() -> edge.parse(line))
        .hasMessage(
            "edge \""
                + line
                + "\": must be two whole numbers of 64 bits, separated by a tab or blanks");
  }

  @Test
  void readsNumbersAsJavaDoes() {
    Random random = new Random(SEED);
    for (int i = 0; i < 100_000; i++) {
      String text =
          switch (i % 5) {
            case 0 -> Double.toString(random.nextGaussian() * 1000);
            case 1 -> String.format(java.util.Locale.ROOT, "%.4f", random.nextGaussian() * 100);
            case 2 -> Long.toString(random.nextLong());
            case 3 ->
                Double.toString(Double.longBitsToDouble(random.nextLong())).replace("NaN", "0");
            default -> "0." + "0".repeat(random.nextInt(25)) + random.nextInt(1_000_000);
          };
      if (!text.contains("Infinity")) {
        assertThat(Points.parse(text + ",1")).as(text).containsExactly(Double.parseDouble(text), 1);
      }
    }
  }

  @Test
  void readsBackWhatItWrites() {
    double[] point = {1e300, -0.1, Double.MIN_VALUE, 5, 1.0 / 3};
    assertThat(Points.parse(Points.format(point))).containsExactly(point);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1,,2", "1,2,", "1;2", "NaN,1", "x", "", "1e999", ".", "-"})
  void refusesMalformedPoints(String line) {
    assertThatThrownBy(() -> Points.parse(line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("point \"" + line + "\": \"")
        .hasMessageEndingWith("\" must be a finite number");
  }

  @Test
  void refusesPointsOfAnotherDimension() {
    byte[] line = "1,2,3".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    assertThatThrownBy(() -> Points.parse(line, line.length, new double[2]))
        .hasMessage("point \"1,2,3\": must have 2 coordinates, separated by commas");
    assertThatThrownBy(() -> Points.parse(line, line.length, new double[4]))
        .hasMessage("point \"1,2,3\": must have 4 coordinates, separated by commas");
  }
}
