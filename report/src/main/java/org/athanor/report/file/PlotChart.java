// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.file;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.geom.Ellipse2D;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.athanor.report.figure.Figure.Plot;
import org.athanor.report.figure.Figure.Scale;
import org.jfree.chart.annotations.XYTextAnnotation;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYErrorRenderer;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.xy.XYIntervalSeries;
import org.jfree.data.xy.XYIntervalSeriesCollection;

/** Draws points with their intervals, joined to lines, on linear or logarithmic scales. */
final class PlotChart {

  private static final int WIDTH = 520;
  private static final int WIDE = 640;
  private static final int HEIGHT = 380;
  private static final double DOT = 8;

  private PlotChart() {}

  static Drawing of(Plot figure, Palette palette) {
    XYIntervalSeriesCollection data = new XYIntervalSeriesCollection();
    XYErrorRenderer renderer = new XYErrorRenderer();
    for (Plot.Line line : figure.lines()) {
      XYIntervalSeries series = new XYIntervalSeries(line.label());
      for (Plot.Point point : line.points()) {
        series.add(point.x(), point.x(), point.x(), point.y(), point.low(), point.high());
      }
      int index = data.getSeriesCount();
      data.addSeries(series);
      renderer.setSeriesPaint(index, colour(figure, line, index, palette));
      renderer.setSeriesShape(index, new Ellipse2D.Double(-DOT / 2, -DOT / 2, DOT, DOT));
    }
    boolean curves = figure.about() == Plot.About.POWER;
    renderer.setDrawXError(false);
    renderer.setDrawYError(!curves);
    renderer.setCapLength(5);
    renderer.setDefaultLinesVisible(figure.about().joined());
    renderer.setDefaultShapesVisible(!curves);
    renderer.setAutoPopulateSeriesStroke(false);
    renderer.setDefaultStroke(new BasicStroke(1.8f));
    Plot.Axes axes = figure.axes();
    XYPlot plot =
        new XYPlot(
            data,
            horizontal(figure),
            axis(axes.y(), figure.logY(), values(figure, Plot.Point::low, Plot.Point::high)),
            renderer);
    Look.plain(plot);
    if (figure.about() == Plot.About.ENERGY) {
      label(plot, figure.lines());
    }
    return new Drawing(
        figure.id(), Look.chart(figure.title(), plot, true), curves ? WIDE : WIDTH, HEIGHT);
  }

  private static Color colour(Plot figure, Plot.Line line, int index, Palette palette) {
    if (figure.about() != Plot.About.PHASES) {
      return palette.of(line.label());
    }
    return index == 0 ? Palette.INK : Palette.colour(index);
  }

  private static ValueAxis horizontal(Plot figure) {
    Plot.Axes axes = figure.axes();
    boolean nodes = figure.about() == Plot.About.SIZE || figure.about() == Plot.About.PHASES;
    double[] values = values(figure, Plot.Point::x, Plot.Point::x);
    return nodes
        ? LogScale.at(axes.x().label().toLowerCase(Locale.ROOT), values)
        : axis(axes.x(), figure.logX(), values);
  }

  private static ValueAxis axis(Scale scale, boolean log, double... values) {
    String label = FigureFiles.axis(scale.label(), scale.symbol());
    if (log && values[0] > 0) {
      return LogScale.from(label, values[0], values[values.length - 1]);
    }
    NumberAxis axis = Look.amounts(label);
    if (values[values.length - 1] <= 0) {
      axis.setRange(0, 1);
    }
    return axis;
  }

  /** The distinct values of all points, ascending. */
  private static double[] values(
      Plot figure, ToDoubleFunction<Plot.Point> first, ToDoubleFunction<Plot.Point> second) {
    return figure.lines().stream()
        .flatMap(line -> line.points().stream())
        .flatMapToDouble(
            point -> DoubleStream.of(first.applyAsDouble(point), second.applyAsDouble(point)))
        .sorted()
        .distinct()
        .toArray();
  }

  /** Writes the number of nodes beside each point. */
  private static void label(XYPlot plot, List<Plot.Line> lines) {
    for (Plot.Line line : lines) {
      for (Plot.Point point : line.points()) {
        XYTextAnnotation text =
            new XYTextAnnotation("   " + point.nodes() + " n", point.x(), point.y());
        text.setFont(Look.SMALL);
        text.setPaint(Palette.MUTED);
        text.setTextAnchor(TextAnchor.CENTER_LEFT);
        plot.addAnnotation(text);
      }
    }
  }
}
