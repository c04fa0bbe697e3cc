// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.file;

import java.awt.Color;
import java.awt.Font;
import java.util.List;
import org.athanor.report.figure.Figure.Ranks;
import org.athanor.report.statistics.Scorecard;
import org.jfree.chart.annotations.XYBoxAnnotation;
import org.jfree.chart.annotations.XYTextAnnotation;
import org.jfree.chart.axis.AxisLocation;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.xy.XYSeriesCollection;

/** Draws ranks as a table of coloured cells: frameworks below each other, criteria side by side. */
final class RanksChart {

  private static final int WIDTH_PER_CRITERION = 125;
  private static final int HEIGHT_PER_FRAMEWORK = 46;
  private static final double GAP = .03;

  /** The colour of the best rank, and that of the last one. */
  private static final Color BEST = new Color(0x9fd3b4);

  private static final Color LAST = new Color(0xf3f1ec);

  private RanksChart() {}

  static Drawing of(Ranks figure) {
    Scorecard card = figure.scorecard();
    SymbolAxis criteria = names(card.criteria().stream().map(Scorecard.Criterion::label).toList());
    SymbolAxis frameworks = names(card.frameworks());
    frameworks.setInverted(true);
    XYPlot plot =
        new XYPlot(
            new XYSeriesCollection(),
            criteria,
            frameworks,
            new XYLineAndShapeRenderer(false, false));
    plot.setDomainAxisLocation(AxisLocation.TOP_OR_LEFT);
    Look.plain(plot);
    plot.setRangeGridlinesVisible(false);
    criteria.setAxisLineVisible(false);
    criteria.setTickLabelFont(Look.TEXT);
    frameworks.setTickLabelFont(Look.TEXT);
    for (int column = 0; column < card.criteria().size(); column++) {
      Scorecard.Criterion criterion = card.criteria().get(column);
      for (int row = 0; row < criterion.scores().size(); row++) {
        cell(plot, column, row, criterion);
      }
    }
    return new Drawing(
        figure.id(),
        Look.chart(figure.title(), plot, false),
        160 + WIDTH_PER_CRITERION * card.criteria().size(),
        90 + HEIGHT_PER_FRAMEWORK * card.frameworks().size());
  }

  private static SymbolAxis names(List<String> names) {
    SymbolAxis axis = new SymbolAxis("", names.toArray(String[]::new));
    axis.setGridBandsVisible(false);
    axis.setRange(-.5, names.size() - .5);
    return axis;
  }

  private static void cell(XYPlot plot, int column, int row, Scorecard.Criterion criterion) {
    Scorecard.Score score = criterion.scores().get(row);
    double left = column - .5 + GAP;
    double right = column + .5 - GAP;
    Color colour =
        score.rank().map(rank -> between(1 - criterion.share(score))).orElse(Color.WHITE);
    // The axis is inverted: the upper edge has the smaller value.
    plot.addAnnotation(
        new XYBoxAnnotation(left, row + .5 - GAP, right, row - .5 + GAP, null, null, colour));
    score.rank().ifPresent(rank -> text(plot, rank + ".", column, row - .18, Look.BOLD));
    text(plot, score.text(), column, row + (score.rank().isPresent() ? .2 : 0), Look.SMALL);
  }

  private static void text(XYPlot plot, String words, double x, double y, Font font) {
    XYTextAnnotation text = new XYTextAnnotation(words, x, y);
    text.setFont(font);
    text.setPaint(Palette.INK);
    text.setTextAnchor(TextAnchor.CENTER);
    plot.addAnnotation(text);
  }

  private static Color between(double share) {
    return new Color(
        mix(BEST.getRed(), LAST.getRed(), share),
        mix(BEST.getGreen(), LAST.getGreen(), share),
        mix(BEST.getBlue(), LAST.getBlue(), share));
  }

  private static int mix(int from, int to, double share) {
    return (int) Math.round(from + (to - from) * share);
  }
}
