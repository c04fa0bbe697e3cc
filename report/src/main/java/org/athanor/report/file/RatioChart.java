// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.file;

import java.awt.BasicStroke;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Rectangle2D;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.athanor.report.figure.Figure.Ratios;
import org.athanor.report.statistics.SpeedUp;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberTick;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.plot.IntervalMarker;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYErrorRenderer;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.xy.XYIntervalSeries;
import org.jfree.data.xy.XYIntervalSeriesCollection;

/** Draws speed-ups as dots with intervals, on a logarithmic scale around 1. */
final class RatioChart {

  private static final int WIDTH = 620;
  private static final int HEIGHT_PER_ROW = 26;
  private static final double DOT = 8;
  private static final double MARGIN = 1.08;

  private RatioChart() {}

  static Drawing of(Ratios ratios, Palette palette) {
    List<Ratios.Row> rows = ratios.rows();
    XYIntervalSeriesCollection data = new XYIntervalSeriesCollection();
    XYErrorRenderer renderer = new XYErrorRenderer();
    String[] labels = new String[rows.size()];
    for (String framework : palette.frameworks()) {
      XYIntervalSeries series = new XYIntervalSeries(framework);
      for (int i = 0; i < rows.size(); i++) {
        labels[i] = rows.get(i).workload() + "  " + rows.get(i).framework();
        if (rows.get(i).framework().equals(framework)) {
          SpeedUp speedUp = rows.get(i).speedUp();
          series.add(i, i, i, speedUp.ratio(), speedUp.interval().low(), speedUp.interval().high());
        }
      }
      if (series.getItemCount() > 0) {
        int index = data.getSeriesCount();
        data.addSeries(series);
        renderer.setSeriesPaint(index, palette.of(framework));
        renderer.setSeriesShape(index, new Ellipse2D.Double(-DOT / 2, -DOT / 2, DOT, DOT));
      }
    }
    renderer.setDrawXError(false);
    renderer.setErrorStroke(new BasicStroke(1.6f));
    renderer.setCapLength(0);

    SymbolAxis names = new SymbolAxis("", labels);
    names.setInverted(true);
    names.setGridBandsVisible(false);
    LogAxis scale = new RatioAxis("times the speed of " + ratios.baseline());
    double most =
        rows.stream()
            .mapToDouble(
                row ->
                    Math.max(row.speedUp().interval().high(), 1 / row.speedUp().interval().low()))
            .max()
            .orElse(2);
    double least = rows.stream().mapToDouble(row -> row.speedUp().interval().low()).min().orElse(1);
    scale.setRange(Math.min(1, least) / MARGIN, Math.max(1, most) * MARGIN);

    XYPlot plot = new XYPlot(data, names, scale, renderer);
    plot.setOrientation(PlotOrientation.HORIZONTAL);
    double effect = 1 + SpeedUp.LEAST_EFFECT;
    IntervalMarker nothing = new IntervalMarker(1 / effect, effect, Palette.FAINT);
    plot.addRangeMarker(nothing, org.jfree.chart.ui.Layer.BACKGROUND);
    Look.plain(plot);
    names.setTickLabelFont(Look.TEXT);
    return new Drawing(
        ratios.id(),
        Look.chart(ratios.title(), plot, true),
        WIDTH,
        150 + HEIGHT_PER_ROW * rows.size());
  }

  /** An axis with ticks at familiar ratios. */
  private static final class RatioAxis extends LogAxis {

    private static final long serialVersionUID = 1L;
    private static final double[] RATIOS = {
      .01, .02, .05, .1, .2, .5, .8, 1, 1.25, 1.5, 2, 3, 4, 6, 8, 12, 16, 32, 64, 100
    };

    /** Ratios that have no tick on a wide scale, for lack of room. */
    private static final Set<Double> FINE = Set.of(.8, 1.25, 1.5, 3., 6., 12.);

    private static final double WIDE = 10;

    RatioAxis(String label) {
      super(label);
    }

    @Override
    protected List<NumberTick> refreshTicksHorizontal(
        Graphics2D graphics, Rectangle2D area, RectangleEdge edge) {
      boolean wide = getRange().getUpperBound() > WIDE * getRange().getLowerBound();
      return Arrays.stream(RATIOS)
          .filter(getRange()::contains)
          .filter(ratio -> !wide || !FINE.contains(ratio))
          .mapToObj(
              ratio ->
                  new NumberTick(
                      ratio,
                      BigDecimal.valueOf(ratio).stripTrailingZeros().toPlainString() + "×",
                      TextAnchor.TOP_CENTER,
                      TextAnchor.CENTER,
                      0))
          .toList();
    }
  }
}
