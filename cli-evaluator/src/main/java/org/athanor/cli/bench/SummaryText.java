// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.util.Optional;
import org.athanor.cli.table.TextTable;
import org.athanor.report.statistics.Group;
import org.athanor.report.statistics.Quantity;
import org.athanor.report.statistics.Ranking;
import org.athanor.report.statistics.Sample;
import org.athanor.report.statistics.SpeedUp;
import org.athanor.report.statistics.Summary;
import org.athanor.results.AmountText;
import org.athanor.results.Unit;

/** Writes measurements as a table for a terminal. */
final class SummaryText {
  private SummaryText() {}

  /** Returns a table of each workload's frameworks, fastest first, then caveats and notes. */
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
    summary.notes().forEach(note -> notes.append(note).append('\n'));
    return table.toString() + notes;
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
