// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The declaration of a monitor that is not one of Athanor's. Results have it beside the readings,
 * so that reports need to know nothing else about it.
 *
 * @param id the monitor's name in the experiment: lower-case letters and digits, a letter first
 * @param label the name for readers
 * @param samples the columns of its samples
 * @param totals what it measures of a whole trial on each node. A measure of the trial has the same
 *     id: the sum over the nodes that worked
 */
public record MonitorInfo(
    String id, String label, List<SampleInfo> samples, List<MeasureInfo> totals) {

  /** What ids of metrics and totals of such monitors begin with, and no others. */
  static final String PREFIX = "own_";

  private static final String ID = "[a-z][a-z0-9]*";
  private static final String NAME = "[a-z][a-z0-9_]*";

  /**
   * The declaration of a column.
   *
   * @param id the metric's id
   * @param label the name for readers, without the unit
   */
  public record SampleInfo(String id, String label, Unit unit) {
    /** The metric. */
    public Metric metric() {
      return Metric.declared(id, label, unit);
    }
  }

  public MonitorInfo {
    if (!id.matches(ID)) {
      throw new IllegalArgumentException(
          "monitor \"" + id + "\": must be lower-case letters and digits, a letter first");
    }
    samples = List.copyOf(samples);
    totals = List.copyOf(totals);
    String prefix = PREFIX + id + "_";
    Set<String> columns = new HashSet<>();
    for (SampleInfo sample : samples) {
      check(prefix, sample.id(), columns);
    }
    Set<String> ids = new HashSet<>();
    for (MeasureInfo total : totals) {
      check(prefix, total.id(), ids);
    }
  }

  /**
   * The id of a metric or total.
   *
   * @param monitor the monitor's name
   * @param name as the monitor calls it: lower-case letters, digits and underscores
   */
  public static String id(String monitor, String name) {
    if (!name.matches(NAME)) {
      throw new IllegalArgumentException(
          "\"" + name + "\": must be lower-case letters, digits and underscores, a letter first");
    }
    return PREFIX + monitor + "_" + name;
  }

  /** Whether an id is one of such a monitor. */
  static boolean owns(String id) {
    return id.startsWith(PREFIX) && id.matches(NAME);
  }

  private static void check(String prefix, String id, Set<String> ids) {
    if (!id.startsWith(prefix) || !id.matches(NAME)) {
      throw new IllegalArgumentException("\"" + id + "\": must begin with " + prefix);
    }
    if (!ids.add(id)) {
      throw new IllegalArgumentException("\"" + id + "\": is declared twice");
    }
  }

  /** The totals as keys of readings. */
  public List<Total> keys() {
    return totals.stream()
        .map(total -> Total.declared(total.id(), total.label(), total.unit()))
        .toList();
  }
}
