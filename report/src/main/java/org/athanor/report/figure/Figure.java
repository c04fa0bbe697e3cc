// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.figure;

import java.util.List;
import java.util.Optional;
import org.athanor.report.statistics.Box;
import org.athanor.report.statistics.Interval;
import org.athanor.report.statistics.SpeedUp;
import org.athanor.results.Better;

/**
 * The data of a figure, in base units. The id is the name of the figure's files. If a value is
 * missing, there is a reason instead.
 */
public sealed interface Figure {

  String id();

  String title();

  /** The measured quantity, with the symbol of its unit. */
  record Scale(String label, String symbol, Better better) {}

  /** Medians as bars, with their intervals and all values; a panel for each workload. */
  record Bars(
      String id, String title, String quantity, int nodes, Scale scale, List<BarPanel> panels)
      implements Figure {

    public record BarPanel(String workload, List<Bar> bars) {}

    /** The bar of one framework; it has either values or a reason. */
    public record Bar(
        String framework,
        double median,
        Optional<Interval> interval,
        List<Double> values,
        int outliers,
        Optional<String> reason) {}

    public Bars {
      panels = List.copyOf(panels);
    }

    /** Whether any framework has values. */
    public boolean measured() {
      return panels.stream()
          .flatMap(panel -> panel.bars().stream())
          .anyMatch(bar -> !bar.values().isEmpty());
    }
  }

  /** Ratios to a baseline with their intervals, on a logarithmic scale. */
  record Ratios(String id, String title, String baseline, int nodes, List<Row> rows)
      implements Figure {

    public record Row(String workload, String framework, SpeedUp speedUp) {}

    public Ratios {
      rows = List.copyOf(rows);
    }
  }

  /** Differences between nodes: a box for each framework, a panel for each workload. */
  record Boxes(String id, String title, String total, int nodes, Scale scale, List<BoxPanel> panels)
      implements Figure {

    public record BoxPanel(String workload, List<Item> items) {}

    /**
     * The box of one framework.
     *
     * @param variation coefficient of variation of the nodes' values
     */
    public record Item(String framework, Box box, List<Double> values, double variation) {}

    public Boxes {
      panels = List.copyOf(panels);
    }
  }

  /**
   * Speed-up by number of workers: a line for each framework, for one workload.
   *
   * @param weak whether the input grows with the number of workers, so that 1 is ideal
   */
  record Scaling(String id, String title, String workload, boolean weak, List<Line> lines)
      implements Figure {

    public record Line(String framework, List<Point> points) {}

    public record Point(int nodes, double speedUp, double low, double high, double efficiency) {}

    public Scaling {
      lines = List.copyOf(lines);
    }
  }

  /** A trial over time as aligned tracks, with its phases in the background. */
  record Timeline(String id, String title, TrialSeries series) implements Figure {}
}
