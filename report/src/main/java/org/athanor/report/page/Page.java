// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.page;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.athanor.report.figure.Figure;
import org.athanor.report.statistics.Summary;

/** The report as one page. */
public final class Page {

  private static final List<String> SCRIPTS =
      List.of(
          "base.js",
          "view.js",
          "bars.js",
          "ratios.js",
          "boxes.js",
          "scaling.js",
          "plots.js",
          "power.js",
          "series.js",
          "timeline.js",
          "table.js",
          "frame.js",
          "main.js");

  private Page() {}

  /**
   * Writes the page.
   *
   * @param out the directory of the page, for links to logs
   */
  public static String html(Summary summary, List<Figure> figures, SeriesStore series, Path out)
      throws IOException {
    Html html = Shell.begin(summary.study().name() + " · Athanor");
    new Overview(summary).write(html);
    html.open("main");
    new Winners(summary).write(html);
    new ScorecardSection(summary).write(html);
    new StorageSection(summary).write(html);
    html.raw(Shell.resource("charts.html"));
    new StatisticsTable(summary).write(html);
    new Counters(summary).write(html);
    new Incidents(summary, out).write(html);
    new Environment(summary).write(html);
    html.raw(Shell.resource("method.html"));
    html.close();
    html.open("footer").text("Made by Athanor. ");
    html.text("Numbers: data/*.csv; figures for papers: figures/*.svg and *.png.").close();
    return Shell.end(
        html,
        new PageModel(summary, figures, series).json(),
        "[\"" + String.join("\",\n\"", series.groups()) + "\"]",
        SCRIPTS);
  }
}
