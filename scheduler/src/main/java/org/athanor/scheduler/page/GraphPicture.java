// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.page;

import java.util.List;
import java.util.Locale;
import org.athanor.web.Html;
import org.athanor.web.ShownText;

/** Draws which job of a run is after which. Stateless. */
final class GraphPicture {
  /** Runs with more jobs are not drawn: nobody could read the picture. */
  static final int MOST = 1000;

  private static final int LABEL = 17;

  private GraphPicture() {}

  static void append(Html html, RunView view) {
    List<JobView> jobs = view.jobs();
    if (jobs.size() > MOST) {
      html.markup("<p class=meta>").number(jobs.size());
      html.markup(" jobs are too many for a picture; the table has them all.</p>\n");
      return;
    }
    GraphLayout layout =
        new GraphLayout(
            jobs.stream().map(JobView::name).toList(), jobs.stream().map(JobView::after).toList());
    html.markup("<div class=\"scroll tall\"><svg class=graph role=img aria-label=\"Jobs, each")
        .markup(" right of those that it runs after\"")
        .attribute("width", Integer.toString(layout.width()))
        .attribute("height", Integer.toString(layout.height()))
        .markup(">\n");
    layout.edges().forEach(edge -> edge(html, edge));
    layout.boxes().forEach(box -> box(html, box, jobs.get(box.job())));
    html.markup("</svg></div>\n");
  }

  private static void edge(Html html, GraphLayout.Edge edge) {
    StringBuilder path = new StringBuilder();
    List<double[]> points = edge.points();
    path.append(String.format(Locale.ROOT, "M%.0f %.0f", points.get(0)[0], points.get(0)[1]));
    for (int i = 1; i < points.size(); i++) {
      double[] from = points.get(i - 1);
      double[] to = points.get(i);
      double middle = (from[0] + to[0]) / 2;
      path.append(
          String.format(
              Locale.ROOT,
              "C%.0f %.0f %.0f %.0f %.0f %.0f",
              middle,
              from[1],
              middle,
              to[1],
              to[0],
              to[1]));
    }
    html.markup("<path class=edge").attribute("d", path.toString()).markup("/>\n");
  }

  private static void box(Html html, GraphLayout.Box box, JobView job) {
    String kind = StateMark.kind(job.state().phase());
    html.markup("<svg").attribute("x", String.format(Locale.ROOT, "%.0f", box.x()));
    html.attribute("y", String.format(Locale.ROOT, "%.0f", box.y() - GraphLayout.BOX_HEIGHT / 2.0));
    html.attribute("width", Integer.toString(GraphLayout.BOX_WIDTH));
    html.attribute("height", Integer.toString(GraphLayout.BOX_HEIGHT));
    html.attribute("class", "box " + kind).markup("><title>").text(job.name());
    html.markup(": ").text(StateMark.word(job.state().phase()));
    if (!job.state().message().isEmpty()) {
      html.markup(": ").text(ShownText.of(job.state().message(), 300));
    }
    html.markup("</title><rect x=1 y=1 rx=5")
        .attribute("width", Integer.toString(GraphLayout.BOX_WIDTH - 2))
        .attribute("height", Integer.toString(GraphLayout.BOX_HEIGHT - 2))
        .markup("/><g transform=\"translate(9 13)\">");
    StateMark.shape(html, job.state().phase());
    html.markup("</g><text x=32 y=18>").text(ShownText.of(job.name(), LABEL));
    html.markup("</text><text class=sub x=32 y=33>").text(ShownText.of(sub(job), LABEL + 6));
    html.markup("</text></svg>\n");
  }

  private static String sub(JobView job) {
    String cluster = job.state().attempt().cluster();
    String word = StateMark.word(job.state().phase());
    return cluster.isEmpty() ? word : word + " · " + cluster;
  }
}
