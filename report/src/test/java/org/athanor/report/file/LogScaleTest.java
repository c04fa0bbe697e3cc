// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.geom.Rectangle2D;
import java.util.List;
import org.jfree.chart.axis.NumberTick;
import org.jfree.chart.ui.RectangleEdge;
import org.junit.jupiter.api.Test;

class LogScaleTest {

  private static List<String> ticks(LogScale scale) {
    return scale.refreshTicksVertical(null, new Rectangle2D.Double(), RectangleEdge.LEFT).stream()
        .map(NumberTick::getText)
        .toList();
  }

  @Test
  void hasTicksAroundTheValues() {
    assertThat(ticks(LogScale.from("time", 72, 117))).containsExactly("50", "100", "200");
    assertThat(ticks(LogScale.from("time", 100, 100))).containsExactly("50", "100", "200");
    assertThat(ticks(LogScale.from("ED²P", 4e6, 6e7)))
        .containsExactly("2M", "5M", "10M", "20M", "50M", "100M");
  }

  @Test
  void aWideRangeHasPowersOfTen() {
    assertThat(ticks(LogScale.from("time", .002, 4000)))
        .containsExactly("0.001", "0.01", "0.1", "1", "10", "100", "1k");
  }

  @Test
  void numbersOfNodesAreTicks() {
    LogScale scale = LogScale.at("nodes", 2, 6, 14);

    assertThat(ticks(scale)).containsExactly("2", "6", "14");
    assertThat(scale.getRange().contains(2)).isTrue();
    assertThat(scale.getRange().contains(14)).isTrue();
  }
}
