// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** What all pages have around their content: head, style, brand, data and scripts. */
final class Shell {

  private static final String LOGO =
      """
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d="M5 21h14l-1.6-8.2a5.5 5.5 0 0 0-3-3.9V5h1.6V3H8v2h1.6v3.9a5.5 5.5 0 0 0-3 3.9z" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linejoin="round"/><path d="M12 19.2c-1.9 0-3-1.2-3-2.7 0-1.7 1.7-2.4 2.3-4.4 1.9 1 3.7 2.6 3.7 4.5 0 1.5-1.1 2.6-3 2.6z" fill="currentColor"/></svg>
      """;

  private Shell() {}

  /** Begins a page whose body is open. It may load nothing, and its text cannot become a script. */
  static Html begin(String title) throws IOException {
    Html html = new Html();
    return html.raw("<!doctype html>\n")
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
  }

  /** Writes the line with the logo and the choice of colours. */
  static void brand(Html html) {
    html.open("p", "class", "brand").raw(LOGO).text("Athanor evaluation");
    html.raw("<button id=\"theme\" type=\"button\" aria-label=\"Change colours\">Theme</button>");
    html.close();
  }

  /**
   * Ends a page.
   *
   * @param model what the scripts draw, as JSON
   * @param series what they draw over time, as JSON
   */
  static String end(Html html, String model, String series, List<String> scripts)
      throws IOException {
    data(html, "model", model);
    data(html, "series", series);
    html.raw("<script>\n(() => {\n\"use strict\";\n");
    for (String script : scripts) {
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

  static String resource(String name) throws IOException {
    try (InputStream in = Objects.requireNonNull(Shell.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
