// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.file;

import java.util.ArrayList;
import java.util.List;
import org.athanor.results.Phase;
import org.jfree.chart.annotations.XYBoxAnnotation;
import org.jfree.chart.annotations.XYTextAnnotation;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.xy.XYSeriesCollection;

/** Draws phases with their names. Phases that overlap are in different rows. */
final class PhasePlot {

  private static final double GAP = .12;

  private PhasePlot() {}

  static XYPlot of(List<Phase> phases) {
    NumberAxis rows = new NumberAxis();
    XYPlot plot =
        new XYPlot(new XYSeriesCollection(), null, rows, new XYLineAndShapeRenderer(true, false));
    Look.plain(plot);
    plot.setRangeGridlinesVisible(false);
    List<Double> ends = new ArrayList<>();
    for (Phase phase : phases) {
      int row = 0;
      while (row < ends.size() && ends.get(row) > phase.startSeconds()) {
        row++;
      }
      if (row == ends.size()) {
        ends.add(phase.endSeconds());
      } else {
        ends.set(row, phase.endSeconds());
      }
      plot.addAnnotation(
          new XYBoxAnnotation(
              phase.startSeconds(),
              row + 1 - GAP,
              phase.endSeconds(),
              row + GAP,
              null,
              null,
              Palette.FAINT));
      XYTextAnnotation name =
          new XYTextAnnotation(" " + phase.name(), phase.startSeconds(), row + .5);
      name.setFont(Look.SMALL);
      name.setPaint(Palette.INK);
      name.setTextAnchor(TextAnchor.CENTER_LEFT);
      plot.addAnnotation(name);
    }
    rows.setRange(0, Math.max(1, ends.size()));
    rows.setInverted(true);
    rows.setVisible(false);
    return plot;
  }
}
