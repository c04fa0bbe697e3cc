// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.page;

import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.athanor.report.statistics.Interval;
import org.athanor.report.statistics.Quantity;
import org.athanor.report.statistics.Sample;
import org.athanor.report.statistics.Steps;
import org.athanor.report.trend.Trend;
import org.athanor.report.trend.Trend.Line;
import org.athanor.report.trend.Trend.Panel;
import org.athanor.report.trend.Trend.Point;
import org.athanor.report.trend.Trend.Run;
import org.athanor.results.AmountText;
import org.athanor.results.archive.Entry;
import tools.jackson.databind.json.JsonMapper;

/** The trend of an archive as one page, which needs no other file. */
public final class TrendPage {
  private static final List<String> SCRIPTS =
      List.of("base.js", "view.js", "trend.js", "table.js", "frame.js", "trend-main.js");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final int COLOURS = 8;

  /** As many characters of a commit as Git shows. */
  private static final int SHORT_COMMIT = 10;

  private static final String NAVIGATION =
      """
      <nav aria-label="Sections"><div class="wide"><ul>
      <li><a href="#trends">Trends</a><li><a href="#steps">Steps</a><li><a href="#newest">Newest</a>
      <li><a href="#runs">Runs</a><li><a href="#method">Method</a></ul></div></nav>
      """;

  private final Trend trend;
  private final Path out;
  private final Html html;

  private TrendPage(Trend trend, Path out, Html html) {
    this.trend = trend;
    this.out = out;
    this.html = html;
  }

  /**
   * Writes the page.
   *
   * @param out the directory of the page, for links to results
   */
  public static String html(Trend trend, Path out) throws IOException {
    return new TrendPage(trend, out, Shell.begin("Trend · Athanor")).write();
  }

  private String write() throws IOException {
    html.open("header", "class", "top").open("div", "class", "wide");
    Shell.brand(html);
    html.with("h1", "Trend");
    int steps = found().size();
    html.with(
        "p",
        trend.runs().isEmpty()
            ? "The archive has no runs."
            : String.format(
                Locale.ROOT,
                "%s from %s to %s UTC",
                count(trend.runs().size(), "run"),
                time(trend.runs().get(0)),
                time(trend.runs().get(trend.runs().size() - 1))),
        "class",
        "meta");
    html.with(
        "p",
        steps == 0
            ? "No step is found."
            : count(steps, "step") + (steps == 1 ? " is" : " are") + " found.",
        "class",
        "verdict");
    html.close().close().raw(NAVIGATION).open("main");
    html.open("section", "id", "trends").with("h2", "Trends");
    html.with(
        "p",
        "Median time of each run, oldest left; bars are the intervals of medians, a cross is a run"
            + " with failed trials, a dashed line a step. Each panel has one machine, input and"
            + " set of settings; its axis may begin above 0.",
        "class",
        "lede");
    html.raw("<div class=\"panels\" data-chart=\"trend\"></div>").close();
    steps();
    newest();
    runs();
    method();
    html.close();
    html.open("footer").text("Made by Athanor.").close();
    return Shell.end(html, model(), "[]", SCRIPTS);
  }

  private record Found(Panel panel, Line line, Steps.Step step) {
    Point point() {
      return line.points().get(step.index());
    }
  }

  /** All steps, newest first. */
  private List<Found> found() {
    List<Found> all = new ArrayList<>();
    for (Panel panel : trend.panels()) {
      for (Line line : panel.lines()) {
        line.steps().forEach(step -> all.add(new Found(panel, line, step)));
      }
    }
    all.sort((a, b) -> Integer.compare(b.point().run(), a.point().run()));
    return all;
  }

  private void steps() {
    html.open("section", "id", "steps").with("h2", "Steps");
    html.with("p", Steps.RULE, "class", "lede");
    List<Found> steps = found();
    if (steps.isEmpty()) {
      html.with("p", "There is none.", "class", "none").close();
      return;
    }
    table(
        "Steps",
        List.of("First run", "Commit", "Workload", "Framework", "Change of time", "Interval"));
    for (Found found : steps) {
      Run run = trend.runs().get(found.point().run());
      double change = 1 / found.step().speedUp().ratio() - 1;
      Interval interval = found.step().speedUp().interval();
      html.open("tr");
      link(run);
      html.with("td", commit(run)).with("td", name(found.panel()));
      framework(found.line().framework());
      html.with(
          "td",
          signed(change),
          "class",
          change > 0 ? "n bad" : "n",
          "data-v",
          "" + Numbers.rounded(change));
      html.with(
          "td",
          "%s to %s (%s)"
              .formatted(
                  signed(1 / interval.high() - 1),
                  signed(1 / interval.low() - 1),
                  interval.levelText()),
          "class",
          "n");
      html.close();
    }
    html.close().close().close().close();
  }

  private void newest() {
    html.open("section", "id", "newest").with("h2", "Newest");
    table(
        "Newest",
        List.of(
            "Workload",
            "Framework",
            "Machine",
            "Runs",
            "Newest run",
            "Median",
            "Interval",
            "Trials",
            "Failed"));
    for (Panel panel : trend.panels()) {
      for (Line line : panel.lines()) {
        Point point = line.points().get(line.points().size() - 1);
        Run run = trend.runs().get(point.run());
        Optional<Double> median = point.times().map(Sample::median);
        html.open("tr").with("td", name(panel));
        framework(line.framework());
        html.with("td", panel.machine()).with("td", "" + line.points().size(), "class", "n");
        link(run);
        html.with(
                "td",
                median.map(Quantity.TIME::text).orElse("–"),
                "class",
                "n",
                "data-v",
                median.map(value -> "" + Numbers.rounded(value)).orElse(""))
            .with(
                "td",
                Names.interval(Quantity.TIME, point.times().flatMap(Sample::interval)),
                "class",
                "n")
            .with("td", "" + point.times().map(Sample::size).orElse(0), "class", "n")
            .with("td", "" + point.failures(), "class", point.failures() > 0 ? "n bad" : "n");
        html.close();
      }
    }
    html.close().close().close().close();
  }

  private void runs() {
    html.open("section", "id", "runs").with("h2", "Runs");
    table(
        "Runs",
        List.of("Started", "Experiment", "Commit", "Accepted", "Versions", "Athanor", "Machine"));
    for (int i = trend.runs().size() - 1; i >= 0; i--) {
      Run run = trend.runs().get(i);
      Entry entry = run.entry();
      html.open("tr");
      link(run);
      html.with("td", entry.experiment())
          .with("td", commit(run))
          .with("td", entry.accepted() ? "yes" : "no")
          .with("td", run.versions())
          .with("td", entry.athanor())
          .with("td", entry.machineText());
      html.close();
    }
    html.close().close().close().close();
  }

  private void method() {
    html.open("section", "id", "method").with("h2", "How to read this page");
    html.open("dl", "class", "method");
    html.with("dt", "Median and interval")
        .with(
            "dd",
            "Of the verified trials of a run, as in reports. The interval says how well these trials"
                + " know their median; it says nothing about differences between days.");
    html.with("dt", "Step")
        .with(
            "dd",
            Steps.RULE
                + " The level of the machine may have changed, or a version, or the project. p-values"
                + " are not corrected for the number of lines: of ten lines without any change, one"
                + " may show a step.");
    html.with("dt", "Change of time")
        .with(
            "dd",
            "Median of all quotients of a median after the step by one before it, up to the next"
                + " steps, with the exact interval of the Mann-Whitney test.");
    html.close().close();
  }

  private void table(String title, List<String> headings) {
    html.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", title);
    html.open("table", "class", "sortable").open("thead").open("tr");
    headings.forEach(heading -> html.with("th", heading, "scope", "col"));
    html.close().close().open("tbody");
  }

  private void framework(String framework) {
    int colour = trend.frameworks().indexOf(framework) % COLOURS;
    html.open("th", "scope", "row")
        .with("i", "", "class", "key b" + colour)
        .text(framework)
        .close();
  }

  /** Writes a cell with the start of a run, which links to its results. */
  private void link(Run run) {
    html.open("td").with("a", time(run), "href", Trend.link(run.entry(), out)).close();
  }

  private String model() {
    List<Object> panels = new ArrayList<>();
    for (Panel panel : trend.panels()) {
      panels.add(
          Map.of(
              "title", name(panel),
              "about", panel.experiment() + " · " + panel.machine() + " · " + panel.given(),
              "lines", panel.lines().stream().map(TrendPage::line).toList()));
    }
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("frameworks", trend.frameworks());
    model.put("nodeCounts", List.of(1));
    model.put(
        "runs",
        trend.runs().stream().map(run -> List.of(time(run), commit(run), run.versions())).toList());
    model.put("panels", panels);
    return new JsonMapper().writeValueAsString(model);
  }

  private static Map<String, Object> line(Line line) {
    List<Object> points = new ArrayList<>();
    for (Point point : line.points()) {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("r", point.run());
      members.put("x", point.failures());
      point
          .times()
          .ifPresent(
              times -> {
                members.put("n", times.size());
                members.put("m", Numbers.rounded(times.median()));
                times
                    .interval()
                    .ifPresent(
                        interval ->
                            members.put(
                                "i",
                                List.of(
                                    Numbers.rounded(interval.low()),
                                    Numbers.rounded(interval.high()),
                                    Numbers.rounded(interval.level()))));
              });
      points.add(members);
    }
    return Map.of(
        "f",
        line.framework(),
        "p",
        points,
        "s",
        line.steps().stream()
            .map(
                step ->
                    List.of(
                        line.points().get(step.index()).run(),
                        Numbers.rounded(1 / step.speedUp().ratio() - 1)))
            .toList());
  }

  private static String name(Panel panel) {
    return panel.workload()
        + (panel.size().isEmpty() ? "" : ", " + panel.size())
        + (panel.nodes() == 1 ? "" : ", on " + Names.nodes(panel.nodes()));
  }

  private static String time(Run run) {
    return TIME.format(run.entry().started());
  }

  private static String commit(Run run) {
    return run.entry()
        .commit()
        .map(commit -> commit.substring(0, Math.min(SHORT_COMMIT, commit.length())))
        .orElse("–");
  }

  private static String count(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  private static String signed(double share) {
    return (share < 0 ? "−" : "+") + AmountText.digits(Math.abs(share * 100)) + " %";
  }
}
