// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.athanor.cli.table.TextTable;
import org.athanor.simulator.run.ClusterUse;
import org.athanor.storage.tier.DeviceType;

/**
 * Runs as tables for a terminal: times of jobs, accesses of clients, as far as there are any, then
 * what the cluster did. A difference is relative to the first run.
 */
final class RunsText {
  private static final double JOULES_OF_KWH = 3.6e6;
  private static final double GIGABYTE = 1e9;

  private final List<VariantRun> runs;

  /**
   * @param runs one or more
   */
  RunsText(List<VariantRun> runs) {
    this.runs = runs;
  }

  @Override
  public String toString() {
    boolean jobs = runs.stream().anyMatch(run -> run.summary().jobs() > 0);
    String accesses = AccessesText.of(runs);
    return (jobs ? times() + "\n" : "") + (accesses.isEmpty() ? "" : accesses + "\n") + uses();
  }

  private String times() {
    List<String> headings = new ArrayList<>(List.of("variant", "jobs>", "makespan>"));
    addDifference(headings);
    headings.add("mean>");
    addDifference(headings);
    headings.addAll(List.of("median>", "p95>", "node-local>", "rack>", "other>"));
    TextTable table = new TextTable(headings.toArray(String[]::new));
    VariantRun first = runs.get(0);
    for (VariantRun run : runs) {
      List<String> cells = new ArrayList<>();
      cells.add(run.variant().name());
      cells.add("" + run.summary().jobs());
      cells.add(seconds(run.result().makespan()));
      addDifference(cells, run.result().makespan(), first.result().makespan());
      cells.add(seconds(run.summary().seconds().mean()));
      addDifference(cells, run.summary().seconds().mean(), first.summary().seconds().mean());
      cells.add(seconds(run.summary().seconds().median()));
      cells.add(seconds(run.summary().seconds().p95()));
      cells.add(percent(run.summary().nodeLocal()));
      cells.add(percent(run.summary().rackLocal()));
      cells.add(percent(run.summary().otherRack()));
      table.add(cells.toArray(String[]::new));
    }
    return table.toString();
  }

  private String uses() {
    List<DeviceType> types =
        Arrays.stream(DeviceType.values())
            .filter(type -> runs.stream().anyMatch(run -> use(run).devices().containsKey(type)))
            .toList();
    boolean energy = runs.stream().anyMatch(run -> use(run).joules() > 0);
    List<String> headings = new ArrayList<>(List.of("variant", "processors>"));
    types.forEach(type -> headings.add(name(type) + ">"));
    headings.add("network>");
    if (energy) {
      headings.add("energy>");
      addDifference(headings);
    }
    headings.addAll(List.of("events>", "took>"));
    TextTable table = new TextTable(headings.toArray(String[]::new));
    for (VariantRun run : runs) {
      List<String> cells = new ArrayList<>();
      cells.add(run.variant().name());
      cells.add(percent(use(run).processorUse()));
      types.forEach(
          type ->
              cells.add(
                  use(run).devices().containsKey(type) ? percent(use(run).deviceUse(type)) : "–"));
      cells.add(format("%.1f GB", use(run).networkBytes() / GIGABYTE));
      if (energy) {
        cells.add(format("%.3f kWh", use(run).joules() / JOULES_OF_KWH));
        addDifference(cells, use(run).joules(), use(runs.get(0)).joules());
      }
      cells.add("" + run.result().events());
      cells.add(format("%.2f s", run.wallSeconds()));
      table.add(cells.toArray(String[]::new));
    }
    return table.toString();
  }

  private void addDifference(List<String> headings) {
    if (runs.size() > 1) {
      headings.add("diff>");
    }
  }

  private void addDifference(List<String> cells, double value, double first) {
    if (runs.size() > 1) {
      double percent = first > 0 ? 100 * (value / first - 1) : 0;
      String text = format("%+.1f %%", percent);
      cells.add(value == first ? "" : text);
    }
  }

  static String name(DeviceType type) {
    return type.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static ClusterUse use(VariantRun run) {
    return run.result().use();
  }

  private static String seconds(double seconds) {
    return format("%.1f s", seconds);
  }

  private static String percent(double part) {
    return format("%.1f %%", 100 * part);
  }

  private static String format(String form, double value) {
    return String.format(Locale.ROOT, form, value);
  }
}
