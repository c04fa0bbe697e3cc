// SPDX-License-Identifier: Apache-2.0
package org.athanor.web;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Metrics in the text format of Prometheus, version 0.0.4. The caller says which values a label may
 * have: few ones. One thread.
 */
public final class PrometheusText {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");

  private final String prefix;
  private final StringBuilder text = new StringBuilder();
  private final Set<String> families = new HashSet<>();
  private String family = "";

  /** What a metric is. */
  public enum Type {
    /** Grows only, and begins again at 0. */
    COUNTER,
    /** Any value. */
    GAUGE
  }

  /**
   * Begins a text.
   *
   * @param prefix of all names, such as {@code athanor_schedule_}
   */
  public PrometheusText(String prefix) {
    this.prefix = prefix;
  }

  /**
   * Begins a metric; its values follow.
   *
   * @param name without the prefix
   * @param help one sentence
   * @throws IllegalArgumentException if the name is none, or was there before
   */
  @CanIgnoreReturnValue
  public PrometheusText family(String name, Type type, String help) {
    family = prefix + name;
    head(type == Type.COUNTER ? "counter" : "gauge", help);
    return this;
  }

  private void head(String type, String help) {
    if (!NAME.matcher(family).matches() || !families.add(family)) {
      throw new IllegalArgumentException("metric " + family + ": no name, or there already");
    }
    text.append("# HELP ").append(family).append(' ');
    text.append(help.replace("\\", "\\\\").replace("\n", "\\n")).append('\n');
    text.append("# TYPE ").append(family).append(' ');
    text.append(type).append('\n');
  }

  /**
   * Adds a histogram.
   *
   * @param name without the prefix
   * @param bounds ascending; a value that equals one is within it
   * @param counts of values up to each bound and above the one before, and then those above all
   */
  @CanIgnoreReturnValue
  public PrometheusText histogram(
      String name, String help, List<Double> bounds, List<Long> counts, double sum) {
    family = prefix + name;
    head("histogram", help);
    String whole = family;
    long seen = 0;
    family = whole + "_bucket";
    for (int i = 0; i < bounds.size(); i++) {
      seen += counts.get(i);
      value(seen, "le", number(bounds.get(i)));
    }
    seen += counts.get(bounds.size());
    value(seen, "le", "+Inf");
    family = whole + "_sum";
    value(sum);
    family = whole + "_count";
    value(seen);
    family = whole;
    return this;
  }

  /**
   * Adds a value.
   *
   * @param labels names and values, in turn
   */
  @CanIgnoreReturnValue
  public PrometheusText value(double value, String... labels) {
    text.append(family);
    for (int i = 0; i < labels.length; i += 2) {
      text.append(i == 0 ? '{' : ',').append(labels[i]).append("=\"");
      text.append(escaped(labels[i + 1])).append('"');
    }
    text.append(labels.length > 0 ? "} " : " ").append(number(value)).append('\n');
    return this;
  }

  private static String escaped(String value) {
    return ShownText.of(value).replace("\\", "\\\\").replace("\n", "\\n").replace("\"", "\\\"");
  }

  private static String number(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return Long.toString((long) value);
    }
    return Double.isInfinite(value) ? value > 0 ? "+Inf" : "-Inf" : Double.toString(value);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
