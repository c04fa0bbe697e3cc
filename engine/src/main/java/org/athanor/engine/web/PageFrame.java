// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.web;

import java.util.Locale;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.JobStatus;

/** What all pages have in common. Immutable. */
final class PageFrame {
  private final Links links;

  PageFrame(Links links) {
    this.links = links;
  }

  /**
   * Begins a page.
   *
   * @param title of one line
   * @param changes whether the page is to be loaded again every few seconds
   */
  Html begin(String title, boolean changes) {
    Html html = new Html();
    html.markup("<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8>")
        .markup("<meta name=viewport content=\"width=device-width,initial-scale=1\">")
        .markup("<meta name=color-scheme content=\"light dark\">");
    if (changes) {
      html.markup("<meta http-equiv=refresh content=3>");
    }
    html.markup("<link rel=icon href=\"data:,\"><link rel=stylesheet")
        .attribute("href", links.style())
        .markup("><title>")
        .text(title)
        .markup("</title></head>\n<body><header><nav>")
        .link(links.session(), "Athanor session");
    return html;
  }

  /** Ends a page's way from the session to itself, and shows its title. */
  void title(Html html, String title) {
    html.markup("</nav><h1>").text(title).markup("</h1></header>\n<main>\n");
  }

  /**
   * Ends a page.
   *
   * @param page its address
   */
  String end(Html html, String page, long now) {
    return html.markup("</main>\n<footer>")
        .text(Units.time(now))
        .markup(" UTC · ")
        .link(links.json(page), "JSON")
        .markup("</footer></body></html>\n")
        .toString();
  }

  /** Appends a pair of a list of facts. */
  static void fact(Html html, String name, String value) {
    html.markup("<div><dt>").text(name).markup("</dt><dd>").text(value).markup("</dd></div>\n");
  }

  /** Appends a bar, and its number. */
  static void bar(Html html, double part) {
    html.markup("<progress max=1")
        .attribute("value", String.format(Locale.ROOT, "%.3f", Units.clamp(part)))
        .markup("></progress> <span class=n>")
        .text(Units.percent(part))
        .markup("</span>");
  }

  static void state(Html html, JobStatus.State state) {
    switch (state) {
      case SUCCEEDED -> html.markup("<b class=good>succeeded</b>");
      case FAILED -> html.markup("<b class=bad>failed</b>");
      case KILLED -> html.markup("<b class=gray>killed</b>");
      case PREP -> html.markup("<b class=gray>waiting</b>");
      case RUNNING -> html.markup("<b class=busy>running</b>");
    }
  }

  static void state(Html html, TIPStatus state) {
    switch (state) {
      case COMPLETE -> html.markup("<b class=good>complete</b>");
      case FAILED -> html.markup("<b class=bad>failed</b>");
      case KILLED -> html.markup("<b class=gray>killed</b>");
      case PENDING -> html.markup("<b class=gray>pending</b>");
      case RUNNING -> html.markup("<b class=busy>running</b>");
    }
  }

  static void state(Html html, TaskStatus.State state) {
    switch (state) {
      case SUCCEEDED -> html.markup("<b class=good>succeeded</b>");
      case FAILED, FAILED_UNCLEAN -> html.markup("<b class=bad>failed</b>");
      case UNASSIGNED -> html.markup("<b class=gray>starting</b>");
      case COMMIT_PENDING -> html.markup("<b class=busy>commits</b>");
      case RUNNING -> html.markup("<b class=busy>running</b>");
      default -> html.markup("<b class=gray>killed</b>");
    }
  }
}
