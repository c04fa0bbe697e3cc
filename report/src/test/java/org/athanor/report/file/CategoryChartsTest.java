// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.athanor.report.figure.Figure.Bars;
import org.athanor.report.figure.Figure.PowerBoxes;
import org.athanor.report.figure.Figure.Scale;
import org.athanor.report.statistics.Box;
import org.athanor.results.Better;
import org.junit.jupiter.api.Test;

class CategoryChartsTest {

  private static final List<String> FRAMEWORKS = List.of("a", "b", "c", "d", "e");
  private static final Scale WATTS = new Scale("Power", "W", Better.LESS);

  private static Palette palette() {
    List<Bars.Bar> bars =
        FRAMEWORKS.stream()
            .map(name -> new Bars.Bar(name, 1, Optional.empty(), List.of(1d), 0, Optional.empty()))
            .toList();
    return Palette.of(
        List.of(
            new Bars("time", "Time", "time", 1, WATTS, List.of(new Bars.BarPanel("sort", bars)))));
  }

  private static Drawing boxes(int nodes) {
    List<PowerBoxes.NodePanel> panels = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      panels.add(
          new PowerBoxes.NodePanel(
              "node" + node,
              FRAMEWORKS.stream()
                  .map(name -> new PowerBoxes.Item(name, new Box(1, 2, 3, 4, 5, List.of()), 9))
                  .toList()));
    }
    return CategoryCharts.powerBoxes(
        new PowerBoxes("power", "Power", "processors", "sort", nodes, WATTS, panels), palette());
  }

  @Test
  void boxesOfManyNodesHaveABoundedWidth() {
    assertThat(boxes(4).width()).isEqualTo(480);
    assertThat(boxes(8).width()).isEqualTo(100 + 8 * (24 + 5 * 13));
    for (int nodes : List.of(100, 500)) {
      Drawing drawing = boxes(nodes);
      assertThat(drawing.width()).isEqualTo(4000);
      assertThat(drawing.chart().getCategoryPlot().getDomainAxis().isTickLabelsVisible())
          .as("names of %d nodes", nodes)
          .isEqualTo(nodes == 100);
    }
  }
}
