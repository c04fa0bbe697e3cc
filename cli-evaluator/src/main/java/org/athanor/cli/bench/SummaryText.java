// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.athanor.cli.table.TextTable;
import org.athanor.report.statistics.Group;
import org.athanor.report.statistics.NodeEnergy;
import org.athanor.report.statistics.Quantity;
import org.athanor.report.statistics.Ranking;
import org.athanor.report.statistics.Sample;
import org.athanor.report.statistics.Scalability;
import org.athanor.report.statistics.SpeedUp;
import org.athanor.report.statistics.StorageTables;
import org.athanor.report.statistics.Summary;
import org.athanor.results.AmountText;
import org.athanor.results.Unit;

/** Writes measurements as a table for a terminal. */
final class SummaryText {
  private SummaryText() {}

  /**
   * Returns a table of each workload's frameworks, fastest first, then caveats and notes, and a
   * table of the efficiency on several numbers of workers if there are some.
   */
  static String of(Summary summary) {
    TextTable table =
        new TextTable("workload", "framework", "median>", "range", "speed-up>", "verdict");
    StringBuilder notes = new StringBuilder();
    for (Ranking ranking : summary.rankings()) {
      String workload = workload(ranking.workload(), ranking.nodes());
      for (Group group : ranking.ranked()) {
        Sample time = group.sample(Quantity.TIME).orElseThrow();
        Optional<SpeedUp> speedUp = summary.speedUp(group);
        boolean baseline = group.framework().equals(summary.study().baseline());
        table.add(
            workload,
            group.framework(),
            seconds(time.median()),
            seconds(time.minimum()) + " to " + seconds(time.maximum()),
            speedUp.map(SummaryText::ratio).orElse(""),
            speedUp.map(it -> it.verdict().text()).orElse(baseline ? "baseline" : ""));
      }
      ranking
          .caveats()
          .forEach(caveat -> notes.append(workload).append(": ").append(caveat).append('\n'));
    }
    NodeEnergy.of(summary).forEach(energy -> notes.append(energy(energy)).append('\n'));
    summary.notes().forEach(note -> notes.append(note).append('\n'));
    return table.toString()
        + notes
        + storages(StorageTables.of(summary))
        + scaling(Scalability.of(summary));
  }

  /** A table of frameworks and storages for each workload; nothing with one storage. */
  private static String storages(StorageTables all) {
    StringBuilder text = new StringBuilder();
    for (StorageTables.Table storages : all.tables()) {
      List<String> headings = new ArrayList<>();
      headings.add(workload(storages.workload(), storages.nodes()) + " by storage");
      storages.storages().forEach(label -> headings.add(label + ">"));
      TextTable table = new TextTable(headings.toArray(String[]::new));
      for (StorageTables.Row row : storages.rows()) {
        List<String> cells = new ArrayList<>(List.of(row.framework()));
        row.cells().forEach(cell -> cells.add(cell(cell)));
        table.add(cells.toArray(String[]::new));
      }
      text.append('\n').append(table);
    }
    if (!all.tables().isEmpty()) {
      text.append("in parentheses: speed-up over the first storage, and its verdict\n");
    }
    all.notes().forEach(note -> text.append(note).append('\n'));
    return text.toString();
  }

  private static String cell(StorageTables.Cell cell) {
    return cell.group()
        .flatMap(group -> group.sample(Quantity.TIME))
        .map(times -> seconds(times.median()))
        .map(
            time ->
                cell.speedUp()
                    .map(it -> time + " (" + ratio(it) + ", " + it.verdict().text() + ")")
                    .orElse(time))
        .orElse("–");
  }

  private static String energy(NodeEnergy energy) {
    Group group = energy.group();
    String median =
        energy
            .joules()
            .map(joules -> ": " + AmountText.of(joules.median(), Unit.JOULES))
            .orElse(": unknown");
    return workload(group.workload(), group.nodes())
        + ", "
        + group.framework()
        + ": energy of whole nodes"
        + median
        + " ("
        + energy.state()
        + ")";
  }

  private static String scaling(List<Scalability> lines) {
    if (lines.isEmpty()) {
      return "";
    }
    TextTable table =
        new TextTable(
            "scaling", "workload", "framework", "nodes>", "median>", "speed-up>", "efficiency>");
    for (Scalability line : lines) {
      for (Scalability.Point point : line.points()) {
        table.add(
            line.weak() ? "weak" : "strong",
            line.workload(),
            line.framework(),
            "" + point.nodes(),
            seconds(point.times().median()),
            line.weak() ? "" : point.speedUp().map(SummaryText::ratio).orElse("1×"),
            Math.round(point.efficiency() * 100) + " %");
      }
    }
    return "\n" + table;
  }

  private static String workload(String label, int nodes) {
    return nodes == 1 ? label : label + " on " + nodes + " nodes";
  }

  private static String ratio(SpeedUp speedUp) {
    return AmountText.digits(speedUp.ratio()) + "×";
  }

  private static String seconds(double seconds) {
    return AmountText.of(seconds, Unit.SECONDS);
  }
}
