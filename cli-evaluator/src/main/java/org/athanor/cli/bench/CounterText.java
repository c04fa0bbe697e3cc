// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.athanor.cli.table.TextTable;
import org.athanor.report.statistics.Comparison;
import org.athanor.report.statistics.CounterTable;
import org.athanor.report.statistics.Quantity;
import org.athanor.report.statistics.Sample;
import org.athanor.report.statistics.Summary;
import org.athanor.results.AmountText;

/** Writes what frameworks counted as tables for a terminal. */
final class CounterText {
  private static final String ABSENT = "–";

  private CounterText() {}

  /** A table for each workload: counters × frameworks. */
  static String of(Summary summary) {
    StringBuilder text = new StringBuilder();
    for (CounterTable table : CounterTable.of(summary)) {
      List<String> headings = new ArrayList<>(List.of(table.workload()));
      table.frameworks().forEach(framework -> headings.add(framework + ">"));
      TextTable lines = new TextTable(headings.toArray(String[]::new));
      for (CounterTable.Row row : table.rows()) {
        List<String> cells = new ArrayList<>(List.of(row.counter().label()));
        row.cells()
            .forEach(cell -> cells.add(cell.median().map(row.counter()::text).orElse(ABSENT)));
        lines.add(cells.toArray(String[]::new));
      }
      text.append(text.isEmpty() ? "" : "\n").append(lines);
    }
    return text.isEmpty() ? "No framework reported counters.\n" : text.toString();
  }

  /** The counters that both sides of a comparison have. */
  static String of(Comparison comparison) {
    TextTable table =
        new TextTable("framework", "workload", "counter", "before>", "after>", "after / before>");
    for (Comparison.Row row : comparison.rows()) {
      for (Quantity counter : comparison.counters()) {
        Optional<Double> before = row.groupBefore().sample(counter).map(Sample::median);
        Optional<Double> after = row.groupAfter().sample(counter).map(Sample::median);
        if (before.isPresent() && after.isPresent()) {
          table.add(
              row.framework(),
              row.workload(),
              counter.label(),
              counter.text(before.get()),
              counter.text(after.get()),
              before.get() == 0 ? ABSENT : AmountText.digits(after.get() / before.get()) + "×");
        }
      }
    }
    return table.toString();
  }
}
