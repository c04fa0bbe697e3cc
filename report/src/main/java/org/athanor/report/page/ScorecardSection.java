// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.page;

import java.util.Locale;
import java.util.Optional;
import org.athanor.report.statistics.Scorecard;
import org.athanor.report.statistics.Scorecard.Criterion;
import org.athanor.report.statistics.Scorecard.Score;
import org.athanor.report.statistics.Summary;

/** The section that ranks frameworks by performance, energy, scalability and stability. */
final class ScorecardSection {
  private final Summary summary;

  ScorecardSection(Summary summary) {
    this.summary = summary;
  }

  /** Writes nothing if there is nothing to rank. */
  void write(Html html) {
    Optional<Scorecard> found = Scorecard.of(summary);
    if (found.isEmpty()) {
      return;
    }
    Scorecard card = found.get();
    html.open("section", "id", "scorecard").with("h2", "Scorecard");
    html.with(
        "p",
        "Ranks over all workloads and numbers of nodes for which all ranked frameworks have a"
            + " value: geometric means. Values that differ by 2 % at most share a rank. A rank is not"
            + " a verdict; those are at each speed-up.",
        "class",
        "lede");
    html.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", "Ranks");
    html.open("table", "class", "ranks")
        .open("thead")
        .open("tr")
        .with("th", "Framework", "scope", "col");
    for (Criterion criterion : card.criteria()) {
      html.open("th", "scope", "col").text(criterion.label());
      html.raw("<br>").with("small", criterion.meaning()).close();
    }
    html.close().close().open("tbody");
    for (int i = 0; i < card.frameworks().size(); i++) {
      row(html, card, i);
    }
    html.close().close().close();
    html.open("p", "class", "files").text("As a file: ");
    html.with("a", "SVG", "href", "figures/scorecard.svg").text(" · ");
    html.with("a", "PNG", "href", "figures/scorecard.png").close();
    card.notes().forEach(note -> html.with("p", "Not ranked: " + note, "class", "note"));
    html.close();
  }

  private void row(Html html, Scorecard card, int index) {
    String framework = card.frameworks().get(index);
    html.open("tr", "data-framework", framework)
        .open("th", "scope", "row")
        .with("i", "", "class", "key b" + Names.colour(summary, framework))
        .text(framework)
        .close();
    for (Criterion criterion : card.criteria()) {
      cell(html, criterion, criterion.scores().get(index));
    }
    html.close();
  }

  private static void cell(Html html, Criterion criterion, Score score) {
    if (score.rank().isEmpty()) {
      html.open("td").text("–").raw("<br>").with("small", score.text()).close();
      return;
    }
    int rank = score.rank().get();
    long sharing =
        criterion.scores().stream().filter(some -> some.rank().equals(score.rank())).count();
    double share = criterion.share(score);
    html.open("td", "style", String.format(Locale.ROOT, "--share:%.0f%%", 100 * share))
        .with("b", rank + ".")
        .text(sharing > 1 ? " shared" : "");
    html.raw("<br>").with("small", score.text()).close();
  }
}
