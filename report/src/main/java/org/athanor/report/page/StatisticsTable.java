// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.page;

import java.util.List;
import java.util.Optional;
import org.athanor.report.statistics.Group;
import org.athanor.report.statistics.Quantity;
import org.athanor.report.statistics.Sample;
import org.athanor.report.statistics.SpeedUp;
import org.athanor.report.statistics.Summary;

/** The section with all statistics, a table that a script makes sortable. */
final class StatisticsTable {

  private static final List<Quantity> MEDIANS =
      List.of(
          Quantity.THROUGHPUT,
          Quantity.THROUGHPUT_PER_NODE,
          Quantity.CPU_SECONDS,
          Quantity.GC_SECONDS,
          Quantity.MEMORY_PEAK,
          Quantity.DISK_READ,
          Quantity.DISK_WRITTEN,
          Quantity.NETWORK_SENT,
          Quantity.ENERGY,
          Quantity.POWER,
          Quantity.ED2P,
          Quantity.PERFORMANCE_PER_WATT,
          Quantity.IPC);

  private final Summary summary;

  StatisticsTable(Summary summary) {
    this.summary = summary;
  }

  void write(Html html) {
    html.open("section", "id", "statistics").with("h2", "All statistics");
    html.with(
        "p",
        "Medians of the verified trials. The level of each interval is in parentheses. Select a"
            + " heading to sort. The same numbers, without rounding, are in data/summary.csv.",
        "class",
        "lede");
    summary.notes().forEach(note -> html.with("p", note, "class", "note"));
    html.open(
        "div",
        "class",
        "scroll",
        "tabindex",
        "0",
        "role",
        "region",
        "aria-label",
        "All statistics");
    html.open("table", "class", "sortable").open("thead").open("tr");
    for (String heading :
        List.of(
            "Workload",
            "Nodes",
            "Framework",
            "Trials",
            "Failed",
            "Time",
            "Interval",
            "Minimum",
            "Maximum",
            "MAD",
            "Outliers",
            "Speed-up over " + summary.study().baseline(),
            "Verdict")) {
      html.with("th", heading, "scope", "col");
    }
    MEDIANS.forEach(quantity -> html.with("th", quantity.label(), "scope", "col"));
    html.close().close().open("tbody");
    summary.groups().forEach(group -> row(html, group));
    html.close().close().close().close();
  }

  private void row(Html html, Group group) {
    html.open("tr", "data-nodes", "" + group.nodes(), "data-framework", group.framework())
        .with("td", group.workload())
        .with("td", "" + group.nodes(), "class", "n")
        .open("th", "scope", "row")
        .with("i", "", "class", "key b" + Names.colour(summary, group.framework()))
        .text(group.framework())
        .close()
        .with("td", "" + group.counted().size(), "class", "n")
        .with("td", "" + group.failures(), "class", group.failures() > 0 ? "n bad" : "n");
    Optional<Sample> times = group.sample(Quantity.TIME);
    number(html, group, Quantity.TIME, times.map(Sample::median));
    html.with("td", Names.interval(Quantity.TIME, times.flatMap(Sample::interval)), "class", "n");
    number(html, group, Quantity.TIME, times.map(Sample::minimum));
    number(html, group, Quantity.TIME, times.map(Sample::maximum));
    number(html, group, Quantity.TIME, times.map(Sample::medianAbsoluteDeviation));
    html.with("td", times.map(sample -> "" + sample.outliers()).orElse("–"), "class", "n");
    Optional<SpeedUp> speedUp = summary.speedUp(group);
    html.with(
        "td",
        speedUp.map(Names::ratio).orElse("–"),
        "class",
        "n",
        "data-v",
        speedUp.map(s -> "" + s.ratio()).orElse(""));
    html.with(
        "td",
        speedUp.map(s -> s.verdict().text()).orElse("–"),
        "title",
        speedUp.map(Names::test).orElse(""));
    for (Quantity quantity : MEDIANS) {
      number(html, group, quantity, group.sample(quantity).map(Sample::median));
    }
    html.close();
  }

  private static void number(Html html, Group group, Quantity quantity, Optional<Double> value) {
    html.with(
        "td",
        value.map(quantity::text).orElse("–"),
        "class",
        "n",
        "data-v",
        value.map(v -> "" + Numbers.rounded(v)).orElse(""),
        "title",
        value.isPresent() ? "" : group.unavailable(quantity).orElse(""));
  }
}
