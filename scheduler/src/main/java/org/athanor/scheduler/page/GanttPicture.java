// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.page;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.athanor.scheduler.service.Outlook;
import org.athanor.web.Html;

/** Draws a {@link Gantt}: a row for each cluster. Widths are in percent, so texts keep theirs. */
final class GanttPicture {
  private static final int LANE = 22;
  private static final int BAR = 17;
  private static final double LEAST = 0.4;
  private static final int TICKS = 4;

  private GanttPicture() {}

  static void append(Html html, RunView view) {
    Gantt gantt = Gantt.of(view);
    if (gantt.rows().isEmpty()) {
      html.markup("<p class=meta>Nothing has started.</p>\n");
      return;
    }
    html.markup("<p class=legend><i class=succeeded></i>succeeded <i class=running></i>running ")
        .markup("<i class=failed></i>failed <i class=killed></i>killed ")
        .markup("<i class=expected></i>predicted, as soon as there is room ")
        .markup("<i class=interval></i>likely end</p>\n<div class=gantt>\n");
    gantt.rows().forEach((cluster, row) -> row(html, gantt, cluster, row.lanes(), view.now()));
    html.markup("<div class=row><span class=label></span><div class=axis>");
    Duration length = Duration.between(gantt.begin(), gantt.end());
    for (int tick = 0; tick <= TICKS; tick++) {
      html.markup("<span>")
          .text(Units.duration(length.multipliedBy(tick).dividedBy(TICKS)))
          .markup("</span>");
    }
    html.markup("</div></div></div>\n");
    if (gantt.left() > 0) {
      html.markup("<p class=meta>Without ").number(gantt.left()).markup(" more bars.</p>\n");
    }
  }

  private static void row(
      Html html, Gantt gantt, String cluster, List<List<Gantt.Bar>> lanes, Instant now) {
    html.markup("<div class=row><span class=label>")
        .text(cluster.isEmpty() ? "not known" : cluster)
        .markup("</span><svg width=\"100%\" role=img")
        .attribute("aria-label", "Jobs on " + cluster)
        .attribute("height", Integer.toString(lanes.size() * LANE))
        .markup(">\n");
    for (int lane = 0; lane < lanes.size(); lane++) {
      for (Gantt.Bar bar : lanes.get(lane)) {
        bar(html, gantt, bar, lane * LANE + 1, now);
      }
    }
    if (now.isBefore(gantt.end())) {
      html.markup("<line class=now y1=0")
          .attribute("y2", Integer.toString(lanes.size() * LANE))
          .attribute("x1", percent(gantt.at(now)))
          .attribute("x2", percent(gantt.at(now)))
          .markup("/>");
    }
    html.markup("</svg></div>\n");
  }

  private static void bar(Html html, Gantt gantt, Gantt.Bar bar, int y, Instant now) {
    if (bar.attempt().isPresent()) {
      AttemptView attempt = bar.attempt().get();
      boolean runs = attempt.outcome() == AttemptView.Outcome.RUNNING;
      Instant until = runs ? earlier(now, bar.until()) : bar.until();
      if (runs && until.isBefore(bar.until())) {
        piece(html, gantt, bar, "expected", until, bar.until(), y, "");
      }
      piece(
          html,
          gantt,
          bar,
          StateMark.word(attempt.outcome()),
          bar.from(),
          until,
          y,
          bar.job() + (attempt.number() > 1 ? " · " + attempt.number() : ""));
    } else {
      boolean known = bar.expected().filter(Outlook.Expected::isKnown).isPresent();
      String kind = known ? "expected" : "expected unknown";
      piece(html, gantt, bar, kind, bar.from(), bar.until(), y, bar.job());
    }
    bar.expected().filter(Outlook.Expected::isKnown).ifPresent(it -> interval(html, gantt, it, y));
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  private static void piece(
      Html html,
      Gantt gantt,
      Gantt.Bar bar,
      String kind,
      Instant from,
      Instant until,
      int y,
      String label) {
    double x = Math.min(100 - LEAST, gantt.at(from));
    double width = Math.max(LEAST, gantt.at(until) - x);
    html.markup("<svg")
        .attribute("class", "bar " + kind)
        .attribute("x", percent(x))
        .attribute("width", percent(width))
        .attribute("y", Integer.toString(y))
        .attribute("height", Integer.toString(BAR))
        .markup("><title>")
        .text(title(bar))
        .markup("</title><rect width=\"100%\" height=\"100%\" rx=2 />");
    if (!label.isEmpty()) {
      html.markup("<text x=4 y=13>").text(label).markup("</text>");
    }
    html.markup("</svg>\n");
  }

  private static String title(Gantt.Bar bar) {
    String time = Units.duration(Duration.between(bar.from(), bar.until()));
    return bar.attempt()
        .map(it -> bar.job() + ", attempt " + it.number() + ": " + StateMark.word(it.outcome()))
        .orElseGet(
            () ->
                bar.expected().filter(Outlook.Expected::isKnown).isPresent()
                    ? bar.job() + ": predicted"
                    : bar.job() + ": nothing is known, a minute is taken")
        .concat(", " + time);
  }

  private static void interval(Html html, Gantt gantt, Outlook.Expected expected, int y) {
    double x = gantt.at(expected.low());
    html.markup("<rect class=interval height=3")
        .attribute("x", percent(x))
        .attribute("width", percent(Math.max(LEAST, gantt.at(expected.high()) - x)))
        .attribute("y", Integer.toString(y + BAR))
        .markup("/>\n");
  }

  private static String percent(double part) {
    return String.format(Locale.ROOT, "%.3f%%", part);
  }
}
