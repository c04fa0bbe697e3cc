// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.file;

import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberTick;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.TextAnchor;

/** A logarithmic axis with ticks at 1, 2 and 5 times powers of ten, or at given values. */
final class LogScale extends LogAxis {

  private static final long serialVersionUID = 1L;
  private static final double[] STEPS = {1, 2, 5};
  private static final int MOST = 9;
  private static final double MARGIN = 1.15;

  private final double[] ticks;

  private LogScale(String label, double low, double high, double... ticks) {
    super(label);
    this.ticks = ticks;
    setRange(low, high);
  }

  /** An axis with ticks at the values only, such as numbers of nodes. */
  static LogScale at(String label, double... values) {
    return new LogScale(label, values[0] / MARGIN, values[values.length - 1] * MARGIN, values);
  }

  /**
   * An axis for amounts.
   *
   * @param low the smallest, above 0
   * @param high the largest
   */
  static LogScale from(String label, double low, double high) {
    double least = below(low);
    double most = Math.max(above(high), least * 2);
    List<Double> all = new ArrayList<>();
    for (int power = (int) Math.floor(Math.log10(least)); Math.pow(10, power) <= most; power++) {
      for (double step : STEPS) {
        double tick = step * Math.pow(10, power);
        if (tick >= least * .999 && tick <= most * 1.001) {
          all.add(tick);
        }
      }
    }
    if (all.size() > MOST) {
      all.removeIf(tick -> Math.abs(Math.log10(tick) - Math.rint(Math.log10(tick))) > .01);
    }
    return new LogScale(
        label, least, most, all.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private static double below(double value) {
    double power = Math.pow(10, Math.floor(Math.log10(value)));
    double found = power;
    for (double step : STEPS) {
      if (step * power <= value / 1.02) {
        found = step * power;
      }
    }
    return found > value / 1.02 ? power / 2 : found;
  }

  private static double above(double value) {
    double power = Math.pow(10, Math.floor(Math.log10(value)));
    for (double step : STEPS) {
      if (step * power >= value * 1.02) {
        return step * power;
      }
    }
    return power * 10 >= value * 1.02 ? power * 10 : power * 20;
  }

  @Override
  protected List<NumberTick> refreshTicksHorizontal(
      Graphics2D graphics, Rectangle2D area, RectangleEdge edge) {
    return ticks(TextAnchor.TOP_CENTER);
  }

  @Override
  protected List<NumberTick> refreshTicksVertical(
      Graphics2D graphics, Rectangle2D area, RectangleEdge edge) {
    return ticks(TextAnchor.CENTER_RIGHT);
  }

  private List<NumberTick> ticks(TextAnchor anchor) {
    List<NumberTick> all = new ArrayList<>();
    for (double tick : ticks) {
      all.add(new NumberTick(tick, Look.amount(tick), anchor, TextAnchor.CENTER, 0));
    }
    return all;
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
