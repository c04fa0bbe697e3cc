// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.page;

import java.util.Locale;
import org.athanor.report.statistics.Group;
import org.athanor.report.statistics.Quantity;
import org.athanor.report.statistics.Ranking;
import org.athanor.report.statistics.SpeedUp;
import org.athanor.report.statistics.Summary;
import org.athanor.report.statistics.Verdict;
import org.athanor.results.AmountText;
import org.athanor.results.Unit;

/** A card for each workload: the fastest framework, its lead, and the caveats. */
final class Winners {

  private final Summary summary;

  Winners(Summary summary) {
    this.summary = summary;
  }

  void write(Html html) {
    html.open("section", "id", "winners").with("h2", "Winners");
    html.with(
        "p",
        "The fastest framework by median time, and its lead over the second. A lead counts only if"
            + " its confidence interval excludes 1, it is at least 2 %, and it is significant after"
            + " correction for all leads on the page (Holm, 10 %).",
        "class",
        "lede");
    html.open("div", "class", "cards");
    summary.rankings().forEach(ranking -> card(html, ranking));
    html.close().close();
  }

  private void card(Html html, Ranking ranking) {
    html.open(
        "article",
        "class",
        ranking.clear() ? "card" : "card open",
        "data-nodes",
        "" + ranking.nodes());
    html.open("header").with("h3", ranking.workload());
    String size =
        summary
            .study()
            .workload(ranking.workload())
            .flatMap(workload -> workload.inputBytes(ranking.nodes()))
            .map(bytes -> AmountText.of(bytes, Unit.BYTES) + ", ")
            .orElse("");
    html.with("span", size + Names.nodes(ranking.nodes()), "class", "note").close();
    if (ranking.ranked().isEmpty()) {
      html.with("p", "No verified trial", "class", "who");
    } else {
      first(html, ranking);
      bars(html, ranking);
    }
    if (!ranking.caveats().isEmpty()) {
      html.open("ul", "class", "caveats");
      ranking.caveats().forEach(caveat -> html.with("li", caveat));
      html.close();
    }
    html.close();
  }

  private void first(Html html, Ranking ranking) {
    Group first = ranking.ranked().get(0);
    html.open("p", "class", "who");
    if (ranking.clear()) {
      html.with("b", first.framework(), "class", "f" + Names.colour(summary, first.framework()));
    } else {
      html.with("b", "No clear winner");
    }
    html.close();
    html.open("p", "class", "lead");
    if (ranking.lead().isEmpty()) {
      html.text("no other framework to compare with");
    } else {
      SpeedUp lead = ranking.lead().get();
      String second = ranking.ranked().get(1).framework();
      html.text(
          lead.verdict() == Verdict.FASTER
              ? Names.ratio(lead) + " the speed of " + second
              : first.framework() + ", " + Names.ratio(lead) + " the speed of " + second);
    }
    html.close();
  }

  private void bars(Html html, Ranking ranking) {
    double slowest =
        ranking.ranked().stream().mapToDouble(group -> time(group)).max().orElseThrow();
    html.open("ul", "class", "mini");
    for (Group group : ranking.ranked()) {
      html.open("li")
          .with("span", group.framework(), "class", "name")
          .open("span", "class", "track")
          .with(
              "i",
              "",
              "class",
              "bar b" + Names.colour(summary, group.framework()),
              "style",
              String.format(Locale.ROOT, "width:%.1f%%", 100 * time(group) / slowest))
          .close()
          .with("span", Quantity.TIME.text(time(group)), "class", "value")
          .close();
    }
    html.close();
  }

  private static double time(Group group) {
    return group.sample(Quantity.TIME).orElseThrow().median();
  }
}
