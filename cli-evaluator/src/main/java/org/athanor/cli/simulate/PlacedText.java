// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;
import org.athanor.cli.placed.PlacedRun;
import org.athanor.cli.table.TextTable;

/** Runs of several clusters as a table for a terminal, which compares them with the first. */
final class PlacedText {
  private static final double JOULES_OF_KWH = 3.6e6;
  private static final double GIGABYTE = 1e9;

  private final List<PlacedRun> runs;

  /** Of runs, one or more. */
  PlacedText(List<PlacedRun> runs) {
    this.runs = runs;
  }

  @Override
  public String toString() {
    boolean energy = runs.stream().anyMatch(run -> run.result().joules() > 0);
    List<String> headings = new ArrayList<>(List.of("variant", "jobs>", "makespan>"));
    addDifference(headings);
    headings.add("mean>");
    addDifference(headings);
    boolean late = runs.stream().anyMatch(run -> run.result().late().isPresent());
    if (late) {
      headings.add("late>");
    }
    if (energy) {
      headings.add("energy>");
      addDifference(headings);
      headings.add("beyond idle>");
      addDifference(headings);
    }
    headings.addAll(List.of("moved>", "events>", "took>"));
    TextTable table = new TextTable(headings.toArray(String[]::new));
    for (PlacedRun run : runs) {
      List<String> cells =
          new ArrayList<>(List.of(run.item().name(), "" + run.result().jobs().size()));
      cells.add(format("%.1f s", run.result().makespan()));
      addDifference(cells, run, it -> it.result().makespan());
      cells.add(format("%.1f s", run.result().meanSeconds()));
      addDifference(cells, run, it -> it.result().meanSeconds());
      if (late) {
        OptionalLong jobs = run.result().late();
        cells.add(jobs.isPresent() ? "" + jobs.getAsLong() : "");
      }
      if (energy) {
        cells.add(format("%.3f kWh", run.result().joules() / JOULES_OF_KWH));
        addDifference(cells, run, it -> it.result().joules());
        cells.add(format("%.3f kWh", run.result().joulesBeyondIdle() / JOULES_OF_KWH));
        addDifference(cells, run, it -> it.result().joulesBeyondIdle());
      }
      cells.add(format("%.1f GB", run.movedBytes() / GIGABYTE));
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

  private void addDifference(List<String> cells, PlacedRun run, ToDoubleFunction<PlacedRun> value) {
    if (runs.size() > 1) {
      double first = value.applyAsDouble(runs.get(0));
      double own = value.applyAsDouble(run);
      cells.add(own == first || first <= 0 ? "" : format("%+.1f %%", 100 * (own / first - 1)));
    }
  }

  private static String format(String form, double value) {
    return String.format(Locale.ROOT, form, value);
  }
}
