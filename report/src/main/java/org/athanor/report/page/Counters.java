// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.page;

import java.util.List;
import org.athanor.report.statistics.CounterTable;
import org.athanor.report.statistics.Quantity;
import org.athanor.report.statistics.Summary;

/** The sections with what frameworks and nodes counted: a table for each workload. */
final class Counters {
  private final Summary summary;

  Counters(Summary summary) {
    this.summary = summary;
  }

  void write(Html html) {
    List<CounterTable> tables = CounterTable.ofFrameworks(summary);
    section(
        html,
        "counters",
        "Counters of the frameworks",
        "What each framework counted itself, over all jobs of a trial: medians of the verified"
            + " trials. A dash is a counter that the framework does not have; its reason appears"
            + " when you point at it. Frameworks count in their own ways, so compare a counter"
            + " between frameworks with care.");
    if (tables.isEmpty()) {
      html.with("p", "No framework reported counters.", "class", "none");
    }
    tables.forEach(table -> table(html, table));
    html.close();
    List<CounterTable> ofNodes = CounterTable.ofNodes(summary);
    if (!ofNodes.isEmpty()) {
      section(
          html,
          "node-counters",
          "Counters of the nodes",
          "What the kernels of all nodes that work counted during a trial, whichever process caused"
              + " it: requests of disks and file systems, chosen hardware events. Sums of all nodes,"
              + " and medians of the verified trials.");
      ofNodes.forEach(table -> table(html, table));
      html.close();
    }
  }

  private static void section(Html html, String id, String title, String lede) {
    html.open("section", "id", id).with("h2", title).with("p", lede, "class", "lede");
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
      html.open("th", "scope", "col", "data-framework", framework)
          .with("i", "", "class", "key b" + Names.colour(summary, framework))
          .text(framework)
          .close();
    }
    html.close().close().open("tbody");
    table.rows().forEach(row -> row(html, table, row));
    html.close().close().close().close();
  }

  private static void row(Html html, CounterTable table, CounterTable.Row row) {
    Quantity counter = row.counter();
    html.open("tr").with("th", counter.label(), "scope", "row", "title", counter.meaning());
    for (int i = 0; i < row.cells().size(); i++) {
      CounterTable.Cell cell = row.cells().get(i);
      html.with(
          "td",
          cell.median().map(counter::text).orElse("–"),
          "class",
          "n",
          "title",
          cell.reason(),
          "data-framework",
          table.frameworks().get(i));
    }
    html.close();
  }
}
