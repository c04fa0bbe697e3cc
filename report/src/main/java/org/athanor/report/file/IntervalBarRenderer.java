// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.file;

import java.awt.BasicStroke;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.HashMap;
import java.util.Map;
import org.athanor.report.statistics.Interval;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.CategoryItemRendererState;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.data.Range;
import org.jfree.data.category.CategoryDataset;

/**
 * Draws bars with intervals that need not be symmetric. JFreeChart's own renderers draw standard
 * deviations.
 */
final class IntervalBarRenderer extends BarRenderer {

  private static final long serialVersionUID = 1L;
  private static final float STROKE = 1.1f;
  private static final double CAP = 3;

  private final transient Map<Key, Interval> intervals = new HashMap<>();

  IntervalBarRenderer() {
    setBarPainter(new StandardBarPainter());
    setShadowVisible(false);
    setItemMargin(.06);
    setMaximumBarWidth(.08);
  }

  void add(String series, String category, Interval interval) {
    intervals.put(new Key(series, category), interval);
  }

  @Override
  public Range findRangeBounds(CategoryDataset data) {
    Range range = super.findRangeBounds(data);
    double highest = intervals.values().stream().mapToDouble(Interval::high).max().orElse(0);
    return range == null ? null : Range.expandToInclude(range, highest);
  }

  @Override
  public void drawItem(
      Graphics2D graphics,
      CategoryItemRendererState state,
      Rectangle2D area,
      CategoryPlot plot,
      CategoryAxis domain,
      ValueAxis range,
      CategoryDataset data,
      int row,
      int column,
      int pass) {
    super.drawItem(graphics, state, area, plot, domain, range, data, row, column, pass);
    Interval interval = intervals.get(new Key(data.getRowKey(row), data.getColumnKey(column)));
    if (interval == null) {
      return;
    }
    RectangleEdge edge = plot.getRangeAxisEdge();
    double middle =
        calculateBarW0(plot, plot.getOrientation(), area, domain, state, row, column)
            + state.getBarWidth() / 2;
    double low = range.valueToJava2D(interval.low(), area, edge);
    double high = range.valueToJava2D(interval.high(), area, edge);
    graphics.setStroke(new BasicStroke(STROKE));
    graphics.setPaint(Palette.INK);
    graphics.draw(new Line2D.Double(middle, low, middle, high));
    graphics.draw(new Line2D.Double(middle - CAP, low, middle + CAP, low));
    graphics.draw(new Line2D.Double(middle - CAP, high, middle + CAP, high));
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }

  private record Key(Comparable<?> series, Comparable<?> category) {}
}
