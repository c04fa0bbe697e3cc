// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.page;

import java.util.Optional;
import org.athanor.report.statistics.Quantity;
import org.athanor.report.statistics.Sample;
import org.athanor.report.statistics.SpeedUp;
import org.athanor.report.statistics.StorageTables;
import org.athanor.report.statistics.StorageTables.Cell;
import org.athanor.report.statistics.StorageTables.Row;
import org.athanor.report.statistics.StorageTables.Table;
import org.athanor.report.statistics.Summary;

/** The section that compares storages: a table of frameworks and storages for each workload. */
final class StorageSection {
  private final Summary summary;

  StorageSection(Summary summary) {
    this.summary = summary;
  }

  /** Writes nothing if there is only one storage. */
  void write(Html html) {
    StorageTables all = StorageTables.of(summary);
    if (all.tables().isEmpty()) {
      return;
    }
    html.open("section", "id", "storage").with("h2", "Storage");
    html.with(
        "p",
        "Median time of each framework on each storage, and how many times faster it is there than on"
            + " the first one, with the interval and the verdict.",
        "class",
        "lede");
    all.notes().forEach(note -> html.with("p", note, "class", "note"));
    all.tables().forEach(table -> write(html, table));
    html.close();
  }

  private void write(Html html, Table table) {
    String title = table.workload() + (table.nodes() == 1 ? "" : ", " + Names.nodes(table.nodes()));
    html.open("div", "data-nodes", "" + table.nodes()).with("h3", title);
    html.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", title);
    html.open("table").open("thead").open("tr").with("th", "Framework", "scope", "col");
    table.storages().forEach(storage -> html.with("th", storage, "scope", "col"));
    html.close().close().open("tbody");
    for (Row row : table.rows()) {
      html.open("tr", "data-framework", row.framework())
          .open("th", "scope", "row")
          .with("i", "", "class", "key b" + Names.colour(summary, row.framework()))
          .text(row.framework())
          .close();
      row.cells().forEach(cell -> write(html, cell));
      html.close();
    }
    html.close().close().close().close();
  }

  private static void write(Html html, Cell cell) {
    Optional<Sample> times = cell.group().flatMap(group -> group.sample(Quantity.TIME));
    html.open(
        "td",
        "class",
        "n",
        "title",
        cell.group().flatMap(group -> group.unavailable(Quantity.TIME)).orElse(""));
    html.text(times.map(sample -> Quantity.TIME.text(sample.median())).orElse("–"));
    Optional<SpeedUp> speedUp = cell.speedUp();
    if (speedUp.isPresent()) {
      html.raw("<br>");
      html.with(
          "small",
          Names.ratio(speedUp.get()) + ", " + speedUp.get().verdict().text(),
          "title",
          Names.test(speedUp.get()));
    }
    html.close();
  }
}
