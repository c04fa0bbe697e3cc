// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.file;

import java.awt.BasicStroke;
import org.athanor.report.figure.Figure.Scaling;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYErrorRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYIntervalSeries;
import org.jfree.data.xy.XYIntervalSeriesCollection;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** Draws the speed-up by number of workers, with the ideal as a dashed line. */
final class ScalingChart {

  private static final int WIDTH = 480;
  private static final int HEIGHT = 380;

  private ScalingChart() {}

  static Drawing of(Scaling scaling, Palette palette) {
    XYIntervalSeriesCollection data = new XYIntervalSeriesCollection();
    XYErrorRenderer renderer = new XYErrorRenderer();
    int most = 1;
    int fewest = Integer.MAX_VALUE;
    for (Scaling.Line line : scaling.lines()) {
      XYIntervalSeries series = new XYIntervalSeries(line.framework());
      for (Scaling.Point point : line.points()) {
        series.add(
            point.nodes(),
            point.nodes(),
            point.nodes(),
            point.speedUp(),
            point.low(),
            point.high());
        most = Math.max(most, point.nodes());
        fewest = Math.min(fewest, point.nodes());
      }
      renderer.setSeriesPaint(data.getSeriesCount(), palette.of(line.framework()));
      data.addSeries(series);
    }
    renderer.setDrawXError(false);
    renderer.setDefaultLinesVisible(true);
    renderer.setAutoPopulateSeriesStroke(false);
    renderer.setDefaultStroke(new BasicStroke(2f));

    XYSeries ideal = new XYSeries("ideal");
    ideal.add(fewest, 1);
    ideal.add(most, scaling.weak() ? 1 : (double) most / fewest);
    XYLineAndShapeRenderer dashes = new XYLineAndShapeRenderer(true, false);
    dashes.setSeriesPaint(0, Palette.MUTED);
    dashes.setSeriesStroke(
        0,
        new BasicStroke(
            1f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 10f, new float[] {4, 4}, 0));

    NumberAxis nodes = Look.numbers("workers");
    nodes.setStandardTickUnits(NumberAxis.createIntegerTickUnits());
    nodes.setAutoRangeIncludesZero(false);
    XYPlot plot = new XYPlot(data, nodes, Look.amounts(quantity(scaling, fewest)), renderer);
    plot.setDataset(1, new XYSeriesCollection(ideal));
    plot.setRenderer(1, dashes);
    Look.plain(plot);
    return new Drawing(scaling.id(), Look.chart(scaling.title(), plot, true), WIDTH, HEIGHT);
  }

  private static String quantity(Scaling scaling, int fewest) {
    String workers = fewest + (fewest == 1 ? " worker" : " workers");
    return scaling.weak()
        ? "efficiency: time on " + workers + " / time"
        : "speed-up over " + workers;
  }
}
