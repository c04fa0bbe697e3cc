// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.athanor.cli.simulated.DeviceNames;
import org.athanor.cli.sweep.VariantRun;
import org.athanor.cli.table.TextTable;
import org.athanor.report.statistics.Interval;
import org.athanor.simulator.run.ClusterUse;
import org.athanor.storage.tier.DeviceType;

/**
 * Runs as tables for a terminal, which compare variants with the first one: times of jobs, accesses
 * of clients, as far as there are any, then what the cluster did. If variants have several runs,
 * values are medians, and times have their intervals.
 */
final class RunsText {
  private static final double JOULES_OF_KWH = 3.6e6;
  private static final double GIGABYTE = 1e9;

  private final List<VariantRun> runs;
  private final List<RunGroup> groups;
  private final boolean repeated;

  /**
   * @param runs one or more
   */
  RunsText(List<VariantRun> runs) {
    this.runs = runs;
    groups = RunGroup.of(runs);
    repeated = groups.size() < runs.size();
  }

  @Override
  public String toString() {
    boolean jobs = runs.stream().anyMatch(run -> run.summary().jobs() > 0);
    String accesses = AccessesText.of(runs);
    return (jobs ? times() + "\n" : "") + (accesses.isEmpty() ? "" : accesses + "\n") + uses();
  }

  private String times() {
    List<String> headings = new ArrayList<>(List.of("variant"));
    if (repeated) {
      headings.add("runs>");
    }
    headings.add("jobs>");
    addTime(headings, "makespan>");
    addTime(headings, "mean>");
    headings.addAll(List.of("median>", "p95>", "node-local>", "rack>", "other>"));
    TextTable table = new TextTable(headings.toArray(String[]::new));
    for (RunGroup group : groups) {
      List<String> cells = new ArrayList<>(List.of(group.name()));
      if (repeated) {
        cells.add("" + group.runs().size());
      }
      cells.add("" + group.first().summary().jobs());
      addTime(cells, group, run -> run.result().makespan());
      addTime(cells, group, run -> run.summary().seconds().mean());
      cells.add(seconds(group.median(run -> run.summary().seconds().median())));
      cells.add(seconds(group.median(run -> run.summary().seconds().p95())));
      cells.add(percent(group.median(run -> run.summary().nodeLocal())));
      cells.add(percent(group.median(run -> run.summary().rackLocal())));
      cells.add(percent(group.median(run -> run.summary().otherRack())));
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
    types.forEach(type -> headings.add(DeviceNames.of(type) + ">"));
    headings.add("network>");
    if (energy) {
      headings.add("energy>");
      addDifference(headings);
    }
    headings.addAll(List.of("events>", "took>"));
    TextTable table = new TextTable(headings.toArray(String[]::new));
    for (RunGroup group : groups) {
      List<String> cells = new ArrayList<>();
      cells.add(group.name());
      cells.add(percent(group.median(run -> use(run).processorUse())));
      types.forEach(
          type ->
              cells.add(
                  use(group.first()).devices().containsKey(type)
                      ? percent(group.median(run -> use(run).deviceUse(type)))
                      : "–"));
      cells.add(format("%.1f GB", group.median(run -> use(run).networkBytes()) / GIGABYTE));
      if (energy) {
        cells.add(format("%.3f kWh", group.median(run -> use(run).joules()) / JOULES_OF_KWH));
        addDifference(cells, group, run -> use(run).joules());
      }
      cells.add(format("%.0f", group.median(run -> run.result().events())));
      cells.add(format("%.2f s", group.median(VariantRun::wallSeconds)));
      table.add(cells.toArray(String[]::new));
    }
    return table.toString();
  }

  private void addTime(List<String> headings, String heading) {
    headings.add(heading);
    if (repeated) {
      headings.add("interval");
    }
    addDifference(headings);
  }

  private void addTime(List<String> cells, RunGroup group, ToDoubleFunction<VariantRun> time) {
    cells.add(seconds(group.median(time)));
    if (repeated) {
      cells.add(interval(group.sample(time).interval()));
    }
    addDifference(cells, group, time);
  }

  private static String interval(Optional<Interval> interval) {
    return interval
        .map(
            found ->
                format("%.1f to ", found.low())
                    + seconds(found.high())
                    + " ("
                    + found.levelText()
                    + ")")
        .orElse("–");
  }

  private void addDifference(List<String> headings) {
    if (groups.size() > 1) {
      headings.add("diff>");
    }
  }

  private void addDifference(
      List<String> cells, RunGroup group, ToDoubleFunction<VariantRun> value) {
    if (groups.size() > 1) {
      double first = groups.get(0).median(value);
      double own = group.median(value);
      double percent = first > 0 ? 100 * (own / first - 1) : 0;
      String text = format("%+.1f %%", percent);
      cells.add(own == first ? "" : text);
    }
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
