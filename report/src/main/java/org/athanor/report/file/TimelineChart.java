// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.file;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.List;
import org.athanor.report.figure.Figure.Timeline;
import org.athanor.report.figure.Track;
import org.athanor.report.figure.TrialSeries;
import org.athanor.results.Phase;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.LegendItemCollection;
import org.jfree.chart.LegendItemSource;
import org.jfree.chart.annotations.XYTitleAnnotation;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.CombinedDomainXYPlot;
import org.jfree.chart.plot.IntervalMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.StackedXYAreaRenderer2;
import org.jfree.chart.renderer.xy.XYItemRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.title.LegendTitle;
import org.jfree.chart.ui.Layer;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.data.xy.CategoryTableXYDataset;

/** Draws a trial's tracks above each other, over one time axis, with its phases behind them. */
final class TimelineChart {

  private static final int WIDTH = 640;
  private static final int HEIGHT_PER_TRACK = 125;
  private static final int TRACK_WEIGHT = 3;

  /** Room for the legend above the curves, as a share of the axis. */
  private static final double LEGEND_ROOM = .3;

  private static final Color PHASE = new Color(0xf1efe9);
  private static final int[] STACK = {0x2166ac, 0x8fb8de, 0xd9a300, 0xc2397a};
  private static final int[] LINES = {0x2166ac, 0xd4511e, 0x8a939e, 0x2f8f5b, 0x8e5aa8};

  private TimelineChart() {}

  static Drawing of(Timeline timeline) {
    TrialSeries series = timeline.series();
    NumberAxis time = Look.numbers("seconds since the start");
    time.setRange(0, series.trial().wallSeconds());
    Look.plain(time);
    CombinedDomainXYPlot all = new CombinedDomainXYPlot(time);
    all.setGap(14);
    if (!series.trial().phases().isEmpty()) {
      all.add(PhasePlot.of(series.trial().phases()), 1);
    }
    int tracks = 0;
    for (Track track : series.tracks()) {
      List<Track.Curve> curves =
          track.curves().stream()
              .filter(curve -> series.mean().containsKey(curve.metric()))
              .toList();
      if (!curves.isEmpty()) {
        all.add(plot(track, curves, series), TRACK_WEIGHT);
        tracks++;
      }
    }
    JFreeChart chart = Look.chart(timeline.title(), all, false);
    return new Drawing(timeline.id(), chart, WIDTH, 110 + HEIGHT_PER_TRACK * Math.max(1, tracks));
  }

  private static XYPlot plot(Track track, List<Track.Curve> curves, TrialSeries series) {
    CategoryTableXYDataset data = new CategoryTableXYDataset();
    double step = series.trial().wallSeconds() / series.steps();
    double most = 0;
    for (Track.Curve curve : curves) {
      double[] values = series.mean().get(curve.metric());
      for (int i = 0; i < values.length; i++) {
        if (!Double.isNaN(values[i])) {
          data.add((i + .5) * step, values[i], curve.label(), false);
          most = Math.max(most, values[i]);
        }
      }
    }
    XYItemRenderer renderer =
        track.stacked() ? new StackedXYAreaRenderer2() : new XYLineAndShapeRenderer(true, false);
    int[] colours = track.stacked() ? STACK : LINES;
    for (int i = 0; i < curves.size(); i++) {
      renderer.setSeriesPaint(i, new Color(colours[i % colours.length]));
      renderer.setSeriesStroke(i, new BasicStroke(1.4f));
    }
    NumberAxis axis = Look.amounts(FigureFiles.axis(track.label(), track.unit().symbol()));
    XYPlot plot = new XYPlot(data, null, axis, renderer);
    if (track.equals(Track.CPU)) {
      axis.setRange(0, 100 * (1 + LEGEND_ROOM));
      axis.setTickUnit(new NumberTickUnit(50));
    } else if (most == 0) {
      axis.setRange(0, 1);
    } else {
      axis.setUpperMargin(LEGEND_ROOM);
    }
    Look.plain(plot);
    List<Phase> phases = series.trial().phases();
    for (int i = 0; i < phases.size(); i++) {
      plot.addDomainMarker(marker(phases.get(i), i), Layer.BACKGROUND);
    }
    plot.addAnnotation(key(renderer));
    return plot;
  }

  private static IntervalMarker marker(Phase phase, int index) {
    IntervalMarker marker =
        new IntervalMarker(
            phase.startSeconds(), phase.endSeconds(), index % 2 == 0 ? PHASE : Color.WHITE);
    marker.setAlpha(.8f);
    return marker;
  }

  private static XYTitleAnnotation key(XYItemRenderer renderer) {
    LegendItemSource source =
        () -> {
          LegendItemCollection items = new LegendItemCollection();
          items.addAll(renderer.getLegendItems());
          return items;
        };
    LegendTitle key = new LegendTitle(source);
    key.setItemFont(Look.SMALL);
    key.setItemPaint(Palette.INK);
    key.setFrame(BlockBorder.NONE);
    key.setBackgroundPaint(new Color(255, 255, 255, 0));
    return new XYTitleAnnotation(.995, .98, key, RectangleAnchor.TOP_RIGHT);
  }
}
