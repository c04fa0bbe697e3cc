// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.page;

import java.util.List;
import org.athanor.report.statistics.CounterTable;
import org.athanor.report.statistics.Quantity;
import org.athanor.report.statistics.Summary;

/** The section with what frameworks counted themselves: a table for each workload. */
final class Counters {
  private final Summary summary;

  Counters(Summary summary) {
    this.summary = summary;
  }

  void write(Html html) {
    List<CounterTable> tables = CounterTable.of(summary);
    html.open("section", "id", "counters").with("h2", "Counters of the frameworks");
    html.with(
        "p",
        "What each framework counted itself, over all jobs of a trial: medians of the verified"
            + " trials. A dash is a counter that the framework does not have; its reason appears"
            + " when you point at it. Frameworks count in their own ways, so compare a counter"
            + " between frameworks with care.",
        "class",
        "lede");
    if (tables.isEmpty()) {
      html.with("p", "No framework reported counters.", "class", "none");
    }
    tables.forEach(table -> table(html, table));
    html.close();
  }

  private void table(Html html, CounterTable table) {
    html.open("div", "data-nodes", "" + table.nodes());
    html.with("h3", table.workload() + ", " + Names.nodes(table.nodes()));
    html.open(
        "div",
        "class",
        "scroll",
        "tabindex",
        "0",
        "role",
        "region",
        "aria-label",
        "Counters of " + table.workload());
    html.open("table").open("thead").open("tr").with("th", "Counter", "scope", "col");
    for (String framework : table.frameworks()) {
      html.open("th", "scope", "col")
          .with("i", "", "class", "key b" + Names.colour(summary, framework))
          .text(framework)
          .close();
    }
    html.close().close().open("tbody");
    table.rows().forEach(row -> row(html, row));
    html.close().close().close().close();
  }

  private static void row(Html html, CounterTable.Row row) {
    Quantity counter = row.counter();
    html.open("tr").with("th", counter.label(), "scope", "row", "title", counter.meaning());
    for (CounterTable.Cell cell : row.cells()) {
      html.with(
          "td", cell.median().map(counter::text).orElse("–"), "class", "n", "title", cell.reason());
    }
    html.close();
  }
}
