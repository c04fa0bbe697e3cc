// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.figure;

import java.util.List;
import java.util.Optional;
import org.athanor.report.statistics.Box;
import org.athanor.report.statistics.Interval;
import org.athanor.report.statistics.Scorecard;
import org.athanor.report.statistics.SpeedUp;
import org.athanor.results.Better;

/**
 * The data of a figure, in base units. The id is the name of the figure's files. If a value is
 * missing, there is a reason instead.
 */
public sealed interface Figure {

  String id();

  String title();

  /** The same figure with other names of its files. */
  Figure withId(String other);

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

    @Override
    public Bars withId(String other) {
      return new Bars(other, title, quantity, nodes, scale, panels);
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

    @Override
    public Ratios withId(String other) {
      return new Ratios(other, title, baseline, nodes, rows);
    }
  }

  /** Differences between nodes: a box for each framework, a panel for each workload. */
  record Boxes(String id, String title, String total, int nodes, Scale scale, List<BoxPanel> panels)
      implements Figure {

    public record BoxPanel(String workload, List<Boxes.Item> items) {}

    /**
     * The box of one framework.
     *
     * @param variation coefficient of variation of the nodes' values
     */
    public record Item(String framework, Box box, List<Double> values, double variation) {}

    public Boxes {
      panels = List.copyOf(panels);
    }

    @Override
    public Boxes withId(String other) {
      return new Boxes(other, title, total, nodes, scale, panels);
    }
  }

  /**
   * Speed-up by number of workers: a line for each framework, for one workload.
   *
   * @param weak whether the input grows with the number of workers, so that 1 is ideal
   */
  record Scaling(String id, String title, String workload, boolean weak, List<Scaling.Line> lines)
      implements Figure {

    public record Line(String framework, List<Scaling.Point> points) {}

    public record Point(int nodes, double speedUp, double low, double high, double efficiency) {}

    public Scaling {
      lines = List.copyOf(lines);
    }

    @Override
    public Scaling withId(String other) {
      return new Scaling(other, title, workload, weak, lines);
    }
  }

  /**
   * Points in a plane, of one workload.
   *
   * @param about what it shows; the page puts figures of a kind together
   * @param nodes number of nodes that work; 0 if the points are of several numbers
   */
  record Plot(
      String id,
      String title,
      About about,
      String workload,
      int nodes,
      Axes axes,
      List<Plot.Line> lines)
      implements Figure {

    /** What a plot shows. */
    public enum About {
      /** A quantity by number of nodes, a line for each framework. */
      SIZE,
      /** The phases of a framework by number of nodes, a line for each phase. */
      PHASES,
      /** ED²P against time, a point for each framework and number of nodes. */
      ENERGY,
      /** Power over time, averaged over nodes and repetitions, a line for each framework. */
      POWER;

      /** Whether the points of a line are joined. */
      public boolean joined() {
        return this != ENERGY;
      }
    }

    /**
     * Both axes.
     *
     * @param variant tells plots of the same workload apart: the quantity, or the framework
     */
    public record Axes(String variant, Scale x, Scale y) {}

    /**
     * A line.
     *
     * @param label the framework, or the phase
     */
    public record Line(String label, List<Plot.Point> points) {
      public Line {
        points = List.copyOf(points);
      }
    }

    /**
     * A median with its interval.
     *
     * @param nodes number of nodes that work
     */
    public record Point(double x, double y, double low, double high, int nodes) {}

    public Plot {
      lines = List.copyOf(lines);
    }

    @Override
    public Plot withId(String other) {
      return new Plot(other, title, about, workload, nodes, axes, lines);
    }

    /** Whether the horizontal scale is logarithmic, in files and on the page: all but time is. */
    public boolean logX() {
      return about != About.POWER;
    }

    /**
     * Whether the vertical scale is logarithmic, in files and at first on the page. As in the
     * papers, costs by number of nodes are, and throughput is not. A scale with zero is linear.
     */
    public boolean logY() {
      boolean wanted =
          about == About.ENERGY || (about == About.SIZE && axes.y().better() == Better.LESS);
      return wanted
          && lines.stream()
              .flatMap(line -> line.points().stream())
              .allMatch(point -> point.low() > 0);
    }
  }

  /**
   * The power of each node: a box of its samples for each framework, a panel for each node. The
   * whiskers end at the smallest and the largest sample.
   */
  record PowerBoxes(
      String id,
      String title,
      String source,
      String workload,
      int nodes,
      Scale scale,
      List<NodePanel> panels)
      implements Figure {

    /**
     * A node.
     *
     * @param node its name, with its role if it does not work
     */
    public record NodePanel(String node, List<PowerBoxes.Item> items) {
      public NodePanel {
        items = List.copyOf(items);
      }
    }

    /** The box of one framework. */
    public record Item(String framework, Box box, int samples) {}

    public PowerBoxes {
      panels = List.copyOf(panels);
    }

    @Override
    public PowerBoxes withId(String other) {
      return new PowerBoxes(other, title, source, workload, nodes, scale, panels);
    }
  }

  /** The frameworks as ranks. */
  record Ranks(String id, String title, Scorecard scorecard) implements Figure {
    @Override
    public Ranks withId(String other) {
      return new Ranks(other, title, scorecard);
    }
  }

  /** A trial over time as aligned tracks, with its phases in the background. */
  record Timeline(String id, String title, TrialSeries series) implements Figure {
    @Override
    public Timeline withId(String other) {
      return new Timeline(other, title, series);
    }
  }
}
