// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.page;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.athanor.scheduler.clusters.ClusterLoad;
import org.athanor.scheduler.energy.EnergySum;
import org.athanor.scheduler.journal.RunSummary;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.RunState;
import org.athanor.web.Html;

/** The first page. Stateless. */
final class OverviewPage {
  private OverviewPage() {}

  static String html(Overview view) {
    Html html = PageFrame.begin("Scheduler", true);
    html.markup("<p class=meta>Policy ").text(view.policy());
    for (RunState.Status status : RunState.Status.values()) {
      html.markup(" · ").number(view.statuses().getOrDefault(status, 0L)).markup(" ");
      html.text(StateMark.word(status));
    }
    html.markup("</p>");
    PageFrame.main(html);
    leftAlone(html, view);
    hooks(html, view);
    clusters(html, view);
    NodesTable.append(html, view.nodes());
    html.markup("<section><h2>Runs</h2>\n");
    if (view.active().isEmpty()) {
      html.markup("<p class=meta>None is running.</p>\n");
    } else {
      runs(html, view.active(), view);
      long all = view.statuses().getOrDefault(RunState.Status.RUNNING, 0L);
      if (all > view.active().size()) {
        html.markup("<p class=meta>The newest ").number(view.active().size());
        html.markup(" of ").number(all).markup(".</p>\n");
      }
    }
    html.markup("</section>\n<section><h2>Ended</h2>\n");
    if (view.ended().isEmpty()) {
      html.markup("<p class=meta>None.</p>\n");
    } else {
      runs(html, view.ended(), view);
    }
    long ended =
        view.statuses().values().stream().mapToLong(Long::longValue).sum()
            - view.statuses().getOrDefault(RunState.Status.RUNNING, 0L);
    PageFrame.paging(
        html,
        "/",
        view.from(),
        view.ended().size(),
        StatusPages.MOST_RUNS,
        view.from() + view.ended().size() < ended);
    html.markup("</section>\n");
    accuracy(html, view);
    return PageFrame.end(html, "/status.json", view.now());
  }

  private static void leftAlone(Html html, Overview view) {
    if (!view.leftAlone().isEmpty()) {
      html.markup("<section><h2>Left alone</h2><ul>\n");
      view.leftAlone().values().stream()
          .sorted()
          .forEach(why -> html.markup("<li class=bad>").text(why).markup("</li>\n"));
      html.markup("</ul></section>\n");
    }
  }

  private static void hooks(Html html, Overview view) {
    List<HookView> troubled = view.hooks().stream().filter(it -> !it.trouble().isEmpty()).toList();
    if (!troubled.isEmpty()) {
      html.markup("<section><h2>Hooks in trouble</h2><ul>\n");
      for (HookView hook : troubled) {
        html.markup("<li class=bad>").text(hook.name() + ": " + hook.trouble());
        hook.since().ifPresent(at -> html.text(", since " + Units.time(at) + " UTC"));
        html.text(", " + hook.waiting() + " events wait").markup("</li>\n");
      }
      html.markup("</ul></section>\n");
    }
  }

  private static void clusters(Html html, Overview view) {
    html.markup("<section><h2>Clusters</h2>\n<p class=legend><i class=ours></i>this scheduler's ")
        .markup("jobs <i class=foreign></i>others <i class=free></i>free</p>\n<div class=cards>\n");
    for (ClusterView cluster : view.clusters()) {
      html.markup("<article").attribute("class", cluster.load().isPresent() ? "card" : "card down");
      html.markup("><h3>").text(cluster.name()).markup(" <small>").text(cluster.kind());
      html.markup("</small></h3>\n");
      if (cluster.load().isPresent()) {
        ClusterLoad.Known load = cluster.load().get();
        resource(html, "vcores", cluster, load, Resources::vcores, false);
        resource(html, "memory", cluster, load, Resources::memoryBytes, true);
        html.markup("<p class=meta>").number(load.nodes());
        html.markup(load.nodes() == 1 ? " node, " : " nodes, ").number(cluster.jobs());
        html.markup(cluster.jobs() == 1 ? " job of ours, asked " : " jobs of ours, asked ");
        html.text(Units.seconds(cluster.age().orElse(0.0))).markup(" ago</p>\n");
      } else {
        html.markup("<p class=bad>unavailable</p>\n");
      }
      energy(html, cluster);
      cluster.trouble().ifPresent(why -> html.markup("<p class=bad>").text(why).markup("</p>\n"));
      html.markup("</article>\n");
    }
    html.markup("</div></section>\n");
  }

  /** Jobs and idle nodes, each with its label; they are not summed up. */
  private static void energy(Html html, ClusterView cluster) {
    String jobs = cluster.energy().text();
    html.markup("<p class=meta>energy of jobs: ").text(jobs.isEmpty() ? "none yet" : jobs);
    html.markup("<br>idle nodes: ");
    if (cluster.idle().watts().isPresent()) {
      html.text(Units.number(cluster.idle().watts().getAsDouble())).markup(" W, ");
    }
    html.text(EnergySum.explained(cluster.idle().energy()));
    html.markup(", since the start</p>\n");
  }

  private static void resource(
      Html html,
      String name,
      ClusterView cluster,
      ClusterLoad.Known load,
      ToDoubleFunction<Resources> amount,
      boolean bytes) {
    double total = amount.applyAsDouble(load.total());
    double ours = amount.applyAsDouble(cluster.reserved());
    double foreign = amount.applyAsDouble(load.foreign());
    double free = amount.applyAsDouble(cluster.free());
    double scale = total > 0 ? 100 / Math.max(total, ours + foreign) : 0;
    html.markup("<div class=resource><span>")
        .text(name)
        .markup("</span><svg width=\"100%\"")
        .markup(" height=10 aria-hidden=true><rect class=free width=\"100%\" height=10 />");
    part(html, "ours", 0, ours * scale);
    part(html, "foreign", ours * scale, foreign * scale);
    html.markup("</svg><span class=n>").text(shown(free, bytes)).markup(" free of ");
    html.text(shown(total, bytes)).markup("<br><small>").text(shown(ours, bytes));
    html.markup(" ours, ").text(shown(foreign, bytes)).markup(" others</small></span></div>\n");
  }

  private static String shown(double amount, boolean bytes) {
    return bytes ? Units.bytes(amount) : Units.number(amount);
  }

  private static void part(Html html, String kind, double x, double width) {
    html.markup("<rect height=10").attribute("class", kind);
    html.attribute("x", String.format(Locale.ROOT, "%.2f%%", x));
    html.attribute("width", String.format(Locale.ROOT, "%.2f%%", width)).markup("/>");
  }

  private static void runs(Html html, List<RunSummary> runs, Overview view) {
    html.markup("<div class=scroll><table><thead><tr><th>run<th>workflow<th>state")
        .markup("<th class=n>jobs done<th>submitted, UTC<th class=n>took</tr></thead><tbody>\n");
    for (RunSummary run : runs) {
      html.markup("<tr><td>").link("/runs/" + run.id(), run.id()).markup("</td><td class=name>");
      html.text(run.workflow()).markup("</td><td>");
      StateMark.append(html, run.status());
      StateMark.append(html, Optional.ofNullable(view.promises().get(run.id())));
      html.markup("</td>");
      int failed = run.jobs().getOrDefault(Phase.FAILED, 0);
      PageFrame.number(
          html,
          run.jobs().getOrDefault(Phase.SUCCEEDED, 0)
              + " of "
              + run.count()
              + (failed == 0 ? "" : ", " + failed + " failed"));
      html.markup("<td class=time>").text(Units.time(run.submitted())).markup("</td>");
      PageFrame.number(
          html, Units.duration(Duration.between(run.submitted(), run.ended().orElse(view.now()))));
      html.markup("</tr>\n");
    }
    html.markup("</tbody></table></div>\n");
  }

  private static void accuracy(Html html, Overview view) {
    html.markup("<section><h2>Predicted against actual</h2>\n");
    if (view.accuracy().isEmpty()) {
      html.markup("<p class=meta>Nothing was measured yet.</p></section>\n");
      return;
    }
    html.markup("<p class=meta>The newest attempts that succeeded, and what was predicted when ")
        .markup("they were started.</p>\n<div class=scroll><table><thead><tr><th>cluster")
        .markup("<th class=n>attempts<th class=n>without prediction<th class=n>median error")
        .markup("<th class=n>within the interval</tr></thead><tbody>\n");
    view.accuracy()
        .forEach(
            (cluster, of) -> {
              html.markup("<tr><td>").text(cluster).markup("</td>");
              PageFrame.number(html, Integer.toString(of.compared() + of.unknown()));
              PageFrame.number(html, Integer.toString(of.unknown()));
              PageFrame.number(html, percent(of.medianError()));
              PageFrame.number(html, percent(of.covered()));
              html.markup("</tr>\n");
            });
    html.markup("</tbody></table></div></section>\n");
  }

  private static String percent(Optional<Double> part) {
    return part.map(Units::percent).orElse("–");
  }
}
