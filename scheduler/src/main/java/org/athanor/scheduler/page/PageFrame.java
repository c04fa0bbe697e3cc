// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.page;

import java.time.Instant;
import org.athanor.web.Html;

/** What all pages have in common. Stateless. */
final class PageFrame {
  /** Everything is from this server, and nothing is a script in the page. */
  static final String POLICY =
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:;"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private PageFrame() {}

  /**
   * Begins a page.
   *
   * @param changes whether it is to be loaded again every few seconds
   */
  static Html begin(String title, boolean changes) {
    Html html = new Html();
    html.markup("<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8>")
        .markup("<meta name=viewport content=\"width=device-width,initial-scale=1\">")
        .markup("<meta name=color-scheme content=\"light dark\"><link rel=icon href=\"data:,\">")
        .markup("<link rel=stylesheet href=\"/page.css\">");
    if (changes) {
      html.markup("<script src=\"/page.js\" defer></script>")
          .markup("<noscript><meta http-equiv=refresh content=10></noscript>");
    }
    return html.markup("<title>")
        .text(title)
        .markup(" · Athanor</title></head>\n<body>")
        .markup("<p id=lost hidden>The scheduler does not answer; this is what it said last.</p>")
        .markup("<header><div class=wide><nav><a href=\"/\">Athanor · scheduler</a></nav>\n<h1>")
        .text(title)
        .markup("</h1>\n");
  }

  static void main(Html html) {
    html.markup("</div></header>\n<main class=wide>\n");
  }

  /**
   * Ends a page.
   *
   * @param json address of the same as JSON
   */
  static String end(Html html, String json, Instant now) {
    return html.markup("</main>\n<footer class=wide>")
        .text(Units.time(now))
        .markup(" UTC · ")
        .link(json, "JSON")
        .markup(" · <a href=\"/metrics\">metrics</a></footer></body></html>\n")
        .toString();
  }

  static void number(Html html, String text) {
    html.markup("<td class=n>").text(text).markup("</td>");
  }

  /** Links to other parts of a list. */
  static void paging(Html html, String path, int from, int shown, int step, boolean more) {
    if (from == 0 && !more) {
      return;
    }
    html.markup("<p class=paging>");
    if (from > 0) {
      html.link(path + "?from=" + Math.max(0, from - step), "← before").markup(" ");
    }
    html.number(from + 1L).markup(" to ").number((long) from + shown);
    if (more) {
      html.markup(" ").link(path + "?from=" + (from + step), "more →");
    }
    html.markup("</p>\n");
  }
}
