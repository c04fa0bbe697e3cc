// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.athanor.cli.table.TextTable;
import org.athanor.report.statistics.Comparison;
import org.athanor.report.statistics.CounterTable;
import org.athanor.report.statistics.Quantity;
import org.athanor.report.statistics.Sample;
import org.athanor.report.statistics.Summary;
import org.athanor.results.AmountText;

/** Writes what frameworks and nodes counted as tables for a terminal. */
final class CounterText {
  private static final String ABSENT = "–";
  private static final String NONE = "No framework reported counters.\n";
  private static final String OF_NODES = "\nOf whole nodes, all processes:\n";

  private CounterText() {}

  /** A table for each workload: counters × frameworks; first those of frameworks. */
  static String of(Summary summary) {
    String ofFrameworks = tables(CounterTable.ofFrameworks(summary));
    String ofNodes = tables(CounterTable.ofNodes(summary));
    return join(ofFrameworks, ofNodes);
  }

  private static String join(String ofFrameworks, String ofNodes) {
    return (ofFrameworks.isEmpty() ? NONE : ofFrameworks)
        + (ofNodes.isEmpty() ? "" : OF_NODES + ofNodes);
  }

  private static String tables(List<CounterTable> tables) {
    StringBuilder text = new StringBuilder();
    for (CounterTable table : tables) {
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
    return text.toString();
  }

  /** The counters that a side of a comparison has; those of one side only have no quotient. */
  static String of(Comparison comparison) {
    Map<Boolean, List<Quantity>> counters =
        comparison.counters().stream().collect(Collectors.partitioningBy(Quantity::ofNodes));
    return join(table(comparison, counters.get(false)), table(comparison, counters.get(true)));
  }

  private static String table(Comparison comparison, List<Quantity> counters) {
    TextTable table =
        new TextTable("framework", "workload", "counter", "before>", "after>", "after / before>");
    boolean any = false;
    for (Comparison.Row row : comparison.rows()) {
      for (Quantity counter : counters) {
        Optional<Double> before = row.groupBefore().sample(counter).map(Sample::median);
        Optional<Double> after = row.groupAfter().sample(counter).map(Sample::median);
        if (before.isPresent() || after.isPresent()) {
          any = true;
          table.add(
              row.framework(),
              row.workload(),
              counter.label(),
              before.map(counter::text).orElse(ABSENT),
              after.map(counter::text).orElse(ABSENT),
              before
                  .filter(amount -> amount != 0)
                  .flatMap(amount -> after.map(other -> AmountText.digits(other / amount) + "×"))
                  .orElse(ABSENT));
        }
      }
    }
    return any ? table.toString() : "";
  }
}
