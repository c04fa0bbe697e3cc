// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.file;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.text.FieldPosition;
import java.text.NumberFormat;
import java.text.ParsePosition;
import java.util.Locale;
import org.athanor.results.AmountText;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.Axis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.Plot;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.title.LegendTitle;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.HorizontalAlignment;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;

/** The style of all figures: white, a sans-serif font, thin lines, titles at the left. */
final class Look {

  static final Font TEXT = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
  static final Font SMALL = new Font(Font.SANS_SERIF, Font.PLAIN, 11);
  static final Font BOLD = new Font(Font.SANS_SERIF, Font.BOLD, 14);
  private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 15);
  private static final int MARGIN = 12;

  private Look() {}

  static JFreeChart chart(String title, Plot plot, boolean legend) {
    JFreeChart chart = new JFreeChart(title, TITLE, plot, legend);
    chart.setBackgroundPaint(Color.WHITE);
    chart.setPadding(new RectangleInsets(MARGIN, MARGIN, MARGIN, MARGIN));
    TextTitle heading = chart.getTitle();
    heading.setHorizontalAlignment(HorizontalAlignment.LEFT);
    heading.setPaint(Palette.INK);
    heading.setMargin(0, 0, MARGIN, 0);
    LegendTitle key = chart.getLegend();
    if (key != null) {
      key.setPosition(RectangleEdge.TOP);
      key.setHorizontalAlignment(HorizontalAlignment.LEFT);
      key.setFrame(BlockBorder.NONE);
      key.setItemFont(TEXT);
      key.setItemPaint(Palette.INK);
      key.setBackgroundPaint(Color.WHITE);
    }
    return chart;
  }

  static void plain(CategoryPlot plot) {
    plot.setBackgroundPaint(Color.WHITE);
    plot.setOutlineVisible(false);
    plot.setRangeGridlinePaint(Palette.FAINT);
    plot.setRangeGridlineStroke(new BasicStroke(.8f));
    plot.setAxisOffset(RectangleInsets.ZERO_INSETS);
    plain(plot.getDomainAxis());
    plain(plot.getRangeAxis());
    plot.getRangeAxis().setAxisLineVisible(false);
  }

  static void plain(XYPlot plot) {
    plot.setBackgroundPaint(Color.WHITE);
    plot.setOutlineVisible(false);
    plot.setRangeGridlinePaint(Palette.FAINT);
    plot.setRangeGridlineStroke(new BasicStroke(.8f));
    plot.setDomainGridlinesVisible(false);
    plot.setAxisOffset(RectangleInsets.ZERO_INSETS);
    if (plot.getDomainAxis() != null) {
      plain(plot.getDomainAxis());
    }
    plain(plot.getRangeAxis());
    plot.getRangeAxis().setAxisLineVisible(false);
  }

  static void plain(Axis axis) {
    axis.setLabelFont(TEXT);
    axis.setLabelPaint(Palette.MUTED);
    axis.setTickLabelFont(SMALL);
    axis.setTickLabelPaint(Palette.INK);
    axis.setAxisLinePaint(Palette.MUTED);
    axis.setTickMarksVisible(false);
  }

  /** An axis with plain numbers, the same in every locale. */
  static NumberAxis numbers(String label) {
    NumberAxis axis = new NumberAxis(label);
    axis.setNumberFormatOverride(NumberFormat.getInstance(Locale.ROOT));
    return axis;
  }

  /** An axis from zero, with decimal prefixes at the numbers. */
  static NumberAxis amounts(String label) {
    NumberAxis axis = new NumberAxis(label);
    axis.setAutoRangeIncludesZero(true);
    axis.setNumberFormatOverride(new Prefixes());
    return axis;
  }

  /** An amount with a decimal prefix, without trailing zeros, such as 1.5k, 20M, 3G. */
  static String amount(double number) {
    return AmountText.prefixed(number, "")
        .replace(" ", "")
        .replaceAll("(\\.\\d*?)0+(?=\\D|$)", "$1")
        .replaceAll("\\.(?=\\D|$)", "");
  }

  /** Formats numbers as {@link #amount} does. */
  private static final class Prefixes extends NumberFormat {

    private static final long serialVersionUID = 1L;

    @Override
    public StringBuffer format(double number, StringBuffer text, FieldPosition position) {
      return text.append(amount(number));
    }

    @Override
    public StringBuffer format(long number, StringBuffer text, FieldPosition position) {
      return format((double) number, text, position);
    }

    @Override
    public Number parse(String source, ParsePosition position) {
      throw new UnsupportedOperationException("amounts are written only");
    }
  }
}
