// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.athanor.report.figure.Figure;
import org.athanor.report.statistics.Summary;

/** The report as one page. */
public final class Page {

  private static final List<String> SCRIPTS =
      List.of(
          "base.js",
          "bars.js",
          "ratios.js",
          "boxes.js",
          "scaling.js",
          "series.js",
          "timeline.js",
          "table.js",
          "main.js");

  private Page() {}

  /**
   * Writes the page.
   *
   * @param out the directory of the page, for links to logs
   */
  public static String html(Summary summary, List<Figure> figures, SeriesStore series, Path out)
      throws IOException {
    Html html = new Html();
    String title = summary.study().name() + " · Athanor";
    html.raw("<!doctype html>\n")
        .open("html", "lang", "en")
        .open("head")
        .raw("<meta charset=\"utf-8\">\n")
        .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .raw("<meta name=\"color-scheme\" content=\"light dark\">\n")
        .raw(
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src ")
        .raw("'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n")
        .with("title", title)
        .raw("<style>\n" + resource("page.css") + "</style>\n")
        .close()
        .open("body");
    new Overview(summary).write(html);
    html.open("main");
    new Winners(summary).write(html);
    html.raw(resource("charts.html"));
    new StatisticsTable(summary).write(html);
    new Incidents(summary, out).write(html);
    new Environment(summary).write(html);
    html.raw(resource("method.html"));
    html.close();
    html.open("footer").text("Made by Athanor. ");
    html.text("Numbers: data/*.csv; figures for papers: figures/*.svg and *.png.").close();
    data(html, "model", new PageModel(summary, figures, series).json());
    data(html, "series", "[\"" + String.join("\",\n\"", series.groups()) + "\"]");
    html.raw("<script>\n(() => {\n\"use strict\";\n");
    for (String script : SCRIPTS) {
      html.raw(resource(script));
    }
    html.raw("})();\n</script>\n");
    return html.close().close().toString();
  }

  /** Writes JSON for the scripts, escaped so that no text in it can end the element. */
  private static void data(Html html, String id, String json) {
    html.raw("<script type=\"application/json\" id=\"" + id + "\">")
        .raw(json.replace("<", "\\u003c"))
        .raw("</script>\n");
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = Objects.requireNonNull(Page.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
