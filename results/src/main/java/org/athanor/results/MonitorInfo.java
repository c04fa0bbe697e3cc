// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  /** With monitor and unit, names in the catalogue have at most 100 characters. */
  private static final int LONGEST_NAME = 40;

  private static final String ID = "[a-z][a-z0-9]{0,31}";
  private static final String NAME = "[a-z][a-z0-9_]*";

  /**
   * The declaration of a column.
   *
   * @param id the metric's id
   * @param label the name for readers, without the unit
   */
  public record SampleInfo(String id, String label, Unit unit) {
    public SampleInfo {
      if (id == null || label == null || unit == null) {
        throw new IllegalArgumentException(
            "sample \"" + id + "\": id, label and unit must not be null");
      }
    }

    /** The metric. */
    public Metric metric() {
      return Metric.declared(id, label, unit);
    }
  }

  public MonitorInfo {
    if (id == null || !id.matches(ID)) {
      throw new IllegalArgumentException(
          "monitor \""
              + id
              + "\": must be at most 32 lower-case letters and digits, a letter first");
    }
    if (label == null) {
      throw new IllegalArgumentException("monitor \"" + id + "\": has no label");
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
    if (name == null || !name.matches(NAME) || name.length() > LONGEST_NAME) {
      throw new IllegalArgumentException(
          "\""
              + name
              + "\": must be at most "
              + LONGEST_NAME
              + " lower-case letters, digits and underscores, a letter first");
    }
    return PREFIX + monitor + "_" + name;
  }

  /** Whether an id is one of such a monitor. */
  static boolean owns(String id) {
    return id.startsWith(PREFIX) && id.matches(NAME);
  }

  /**
   * Unites the declarations of nodes, or of the parts of a run. Those of a monitor may differ: it
   * has what any of them declares.
   *
   * @throws IllegalArgumentException if two declare different units of the same; the message says
   *     which
   */
  public static List<MonitorInfo> unite(List<MonitorInfo> some, List<MonitorInfo> others) {
    Map<String, MonitorInfo> all = new LinkedHashMap<>();
    some.forEach(monitor -> all.merge(monitor.id(), monitor, MonitorInfo::with));
    others.forEach(monitor -> all.merge(monitor.id(), monitor, MonitorInfo::with));
    return List.copyOf(all.values());
  }

  private MonitorInfo with(MonitorInfo other) {
    Map<String, SampleInfo> allSamples = new LinkedHashMap<>();
    samples.forEach(sample -> allSamples.put(sample.id(), sample));
    for (SampleInfo sample : other.samples) {
      SampleInfo known = allSamples.putIfAbsent(sample.id(), sample);
      if (known != null) {
        checkUnits(sample.id(), known.unit(), sample.unit());
      }
    }
    Map<String, MeasureInfo> allTotals = new LinkedHashMap<>();
    totals.forEach(total -> allTotals.put(total.id(), total));
    for (MeasureInfo total : other.totals) {
      MeasureInfo known = allTotals.putIfAbsent(total.id(), total);
      if (known != null) {
        checkUnits(total.id(), known.unit(), total.unit());
      }
    }
    return new MonitorInfo(
        id, label, List.copyOf(allSamples.values()), List.copyOf(allTotals.values()));
  }

  private static void checkUnits(String id, Unit one, Unit other) {
    if (one != other) {
      throw new IllegalArgumentException(
          "\"" + id + "\": has the units " + one.id() + " and " + other.id() + "; must be one");
    }
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
