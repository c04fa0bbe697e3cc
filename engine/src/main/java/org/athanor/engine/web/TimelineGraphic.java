// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.web;

import com.google.errorprone.annotations.CompileTimeConstant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.mapred.TaskStatus;
import org.athanor.engine.job.AttemptView;

/** Draws a {@link Timeline}: a row for each Worker, a bar for each attempt. Stateless. */
final class TimelineGraphic {
  private static final int WIDTH = 1000;
  private static final int LANE = 14;
  private static final int BAR = 12;
  private static final double LEAST_WIDTH = 0.8;

  private TimelineGraphic() {}

  /**
   * Appends the graphic.
   *
   * @param hosts names of Workers, by number
   */
  static void append(
      Html html, Timeline timeline, Map<Integer, String> hosts, Links links, long now) {
    if (timeline.left() > 0) {
      html.markup("<p class=note>Without the first ")
          .number(timeline.left())
          .markup(" attempts.</p>\n");
    }
    html.markup("<p class=legend><i class=map></i>map <i class=shuffle></i>waits for map output ")
        .markup("<i class=merge></i>merge <i class=reduce></i>reduce ")
        .markup(
            "<i class=failed></i>failed <i class=killed></i>killed</p>\n<div class=timeline>\n");
    timeline
        .workers()
        .forEach(
            (worker, lanes) -> row(html, timeline, hosts.get(worker), worker, lanes, links, now));
    html.markup("<div class=row><span class=label></span><div class=axis>");
    for (int i = 0; i <= 4; i++) {
      html.markup("<span>")
          .text(Units.duration((timeline.end() - timeline.begin()) * i / 4))
          .markup("</span>");
    }
    html.markup("</div></div></div>\n");
  }

  private static void row(
      Html html,
      Timeline timeline,
      String host,
      int worker,
      List<Timeline.Lane> lanes,
      Links links,
      long now) {
    html.markup("<div class=row><span class=label>").text(workerName(worker));
    if (host != null) {
      html.markup(" <small>").text(host).markup("</small>");
    }
    html.markup("</span><svg preserveAspectRatio=none")
        .attribute("viewBox", "0 0 " + WIDTH + " " + lanes.size() * LANE)
        .attribute("height", Integer.toString(lanes.size() * LANE))
        .markup(" role=img>");
    for (int lane = 0; lane < lanes.size(); lane++) {
      for (AttemptView attempt : lanes.get(lane).attempts()) {
        html.markup("<a").attribute("href", links.task(attempt.id().getTaskID())).markup(">");
        attempt(html, timeline, attempt, lane * LANE + 1, now);
        html.markup("</a>");
      }
    }
    html.markup("</svg></div>\n");
  }

  static String workerName(int worker) {
    return worker == AttemptView.UNKNOWN ? "Worker unknown" : "Worker " + worker;
  }

  private static void attempt(Html html, Timeline timeline, AttemptView attempt, int y, long now) {
    html.markup("<g><title>")
        .text(attempt.id() + " " + attempt.state().name().toLowerCase(Locale.ROOT) + " ")
        .text(Units.duration(attempt.startTime(), attempt.finishTime(), now))
        .markup("</title>");
    long begin = attempt.startTime();
    long end = Timeline.endOf(attempt, now);
    if (isBad(attempt.state())) {
      bar(
          html,
          attempt.state() == TaskStatus.State.FAILED ? "failed" : "killed",
          timeline,
          y,
          begin,
          end);
    } else if (Timeline.isMap(attempt)) {
      bar(html, "map", timeline, y, begin, end);
    } else {
      long shuffled = within(begin, attempt.shuffleFinishTime(), end);
      long merged = within(shuffled, attempt.sortFinishTime(), end);
      bar(html, "shuffle", timeline, y, begin, shuffled);
      bar(html, "merge", timeline, y, shuffled, merged);
      bar(html, "reduce", timeline, y, merged, end);
    }
    html.markup("</g>");
  }

  private static boolean isBad(TaskStatus.State state) {
    return state == TaskStatus.State.FAILED || state == TaskStatus.State.KILLED;
  }

  /** Returns a time between two others; the later one if it is not known yet. */
  private static long within(long begin, long time, long end) {
    return time <= 0 ? end : Math.max(begin, Math.min(end, time));
  }

  private static void bar(
      Html html,
      @CompileTimeConstant final String kind,
      Timeline timeline,
      int y,
      long begin,
      long end) {
    if (end <= begin && !kind.equals("map") && !kind.equals("reduce")) {
      return;
    }
    double scale = (double) WIDTH / (timeline.end() - timeline.begin());
    double x = Math.min(WIDTH - LEAST_WIDTH, (begin - timeline.begin()) * scale);
    double width = Math.max(LEAST_WIDTH, (end - begin) * scale);
    html.markup("<rect class=")
        .markup(kind)
        .attribute("x", String.format(Locale.ROOT, "%.1f", x))
        .attribute("y", Integer.toString(y))
        .attribute("width", String.format(Locale.ROOT, "%.1f", width))
        .attribute("height", Integer.toString(BAR))
        .markup("/>");
  }
}
