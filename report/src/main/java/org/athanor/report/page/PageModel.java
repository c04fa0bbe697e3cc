// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.athanor.report.figure.Figure;
import org.athanor.report.figure.Figure.Bars;
import org.athanor.report.figure.Figure.Boxes;
import org.athanor.report.figure.Figure.Plot;
import org.athanor.report.figure.Figure.PowerBoxes;
import org.athanor.report.figure.Figure.Ratios;
import org.athanor.report.figure.Figure.Scale;
import org.athanor.report.figure.Figure.Scaling;
import org.athanor.report.figure.Track;
import org.athanor.report.file.FigureFiles;
import org.athanor.report.statistics.Box;
import org.athanor.report.statistics.Group;
import org.athanor.report.statistics.Interval;
import org.athanor.report.statistics.Quantity;
import org.athanor.report.statistics.Summary;
import org.athanor.results.Results.FrameworkInfo;
import org.athanor.results.Results.NodeInfo;
import org.athanor.results.Results.WorkloadInfo;
import org.athanor.results.TrialResult;
import tools.jackson.databind.json.JsonMapper;

/** The data that the page's scripts draw, as JSON. */
final class PageModel {

  private static final JsonMapper JSON = new JsonMapper();

  private final Summary summary;
  private final List<Figure> figures;
  private final SeriesStore series;

  PageModel(Summary summary, List<Figure> figures, SeriesStore series) {
    this.summary = summary;
    this.figures = figures;
    this.series = series;
  }

  String json() {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("baseline", summary.study().baseline());
    model.put(
        "frameworks", summary.study().frameworks().stream().map(FrameworkInfo::label).toList());
    model.put("workloads", summary.study().workloads().stream().map(WorkloadInfo::label).toList());
    model.put("nodeCounts", summary.nodeCounts());
    model.put("others", others());
    model.put("quantities", quantities());
    model.put("bars", of(Bars.class).stream().map(PageModel::bars).toList());
    model.put("ratios", of(Ratios.class).stream().map(PageModel::ratios).toList());
    model.put("boxes", of(Boxes.class).stream().map(PageModel::boxes).toList());
    model.put("scaling", of(Scaling.class).stream().map(PageModel::scaling).toList());
    model.put("plots", of(Plot.class).stream().map(PageModel::plot).toList());
    model.put("powerBoxes", of(PowerBoxes.class).stream().map(PageModel::powerBoxes).toList());
    model.put("notes", summary.notes());
    model.put("tracks", tracks());
    model.put("groups", groups());
    model.put("everyNode", series.everyNode());
    model.put("steps", series.mostSteps());
    return JSON.writeValueAsString(model);
  }

  private <F extends Figure> List<F> of(Class<F> kind) {
    return figures.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** Whether trials have nodes that do not work, such as a dedicated master. */
  private boolean others() {
    return summary.study().trials().stream()
        .anyMatch(trial -> trial.workers().size() < trial.nodes().size());
  }

  private List<Object> quantities() {
    List<Object> all = new ArrayList<>();
    for (Quantity quantity : Quantity.withFigures(summary.study())) {
      all.add(
          Map.of(
              "id", quantity.id(),
              "label", quantity.label(),
              "meaning", quantity.meaning()));
    }
    return all;
  }

  private static Map<String, Object> bars(Bars bars) {
    Map<String, Object> figure = figure(bars, bars.nodes());
    figure.put("quantity", bars.quantity());
    figure.put("scale", scale(bars.scale()));
    figure.put(
        "panels",
        bars.panels().stream()
            .map(panel -> panel("workload", panel.workload(), "bars", panel.bars(), PageModel::bar))
            .toList());
    return figure;
  }

  private static Map<String, Object> bar(Bars.Bar bar) {
    Map<String, Object> item = new LinkedHashMap<>();
    item.put("f", bar.framework());
    bar.reason().ifPresent(reason -> item.put("x", reason));
    if (!bar.values().isEmpty()) {
      item.put("m", Numbers.rounded(bar.median()));
      item.put("v", rounded(bar.values()));
      bar.interval().ifPresent(interval -> item.put("i", interval(interval)));
      if (bar.outliers() > 0) {
        item.put("o", bar.outliers());
      }
    }
    return item;
  }

  private static Map<String, Object> ratios(Ratios ratios) {
    Map<String, Object> figure = figure(ratios, ratios.nodes());
    figure.put(
        "rows",
        ratios.rows().stream()
            .map(
                row ->
                    Map.of(
                        "w", row.workload(),
                        "f", row.framework(),
                        "m", Numbers.rounded(row.speedUp().ratio()),
                        "i", interval(row.speedUp().interval()),
                        "t", row.speedUp().verdict().text(),
                        "p", Names.test(row.speedUp())))
            .toList());
    return figure;
  }

  private static Map<String, Object> boxes(Boxes boxes) {
    Map<String, Object> figure = figure(boxes, boxes.nodes());
    figure.put("total", boxes.total());
    figure.put("scale", scale(boxes.scale()));
    figure.put(
        "panels",
        boxes.panels().stream()
            .map(
                panel ->
                    panel("workload", panel.workload(), "items", panel.items(), PageModel::box))
            .toList());
    return figure;
  }

  private static Map<String, Object> box(Boxes.Item item) {
    return Map.of(
        "f",
        item.framework(),
        "b",
        box(item.box()),
        "v",
        rounded(item.values()),
        "cv",
        Numbers.rounded(item.variation()));
  }

  private static Map<String, Object> scaling(Scaling scaling) {
    Map<String, Object> figure = figure(scaling, 0);
    figure.put("workload", scaling.workload());
    figure.put("weak", scaling.weak());
    figure.put(
        "lines",
        scaling.lines().stream()
            .map(
                line ->
                    Map.of(
                        "f",
                        line.framework(),
                        "p",
                        line.points().stream()
                            .map(
                                point ->
                                    rounded(
                                        List.of(
                                            (double) point.nodes(),
                                            point.speedUp(),
                                            point.low(),
                                            point.high(),
                                            point.efficiency())))
                            .toList()))
            .toList());
    return figure;
  }

  private static Map<String, Object> plot(Plot plot) {
    Map<String, Object> figure = figure(plot, plot.nodes());
    figure.put("about", plot.about().name().toLowerCase(Locale.ROOT));
    figure.put("w", plot.workload());
    figure.put("variant", plot.axes().variant());
    figure.put("x", scale(plot.axes().x()));
    figure.put("y", scale(plot.axes().y()));
    figure.put("log", plot.logY());
    figure.put(
        "lines",
        plot.lines().stream()
            .map(
                line ->
                    Map.of(
                        "l",
                        line.label(),
                        "p",
                        line.points().stream().map(point -> point(plot.about(), point)).toList()))
            .toList());
    return figure;
  }

  /** Curves have many points, whose intervals are not drawn. */
  private static List<Double> point(Plot.About about, Plot.Point point) {
    return rounded(
        about == Plot.About.POWER
            ? List.of(point.x(), point.y())
            : List.of(point.x(), point.y(), point.low(), point.high(), (double) point.nodes()));
  }

  private static Map<String, Object> powerBoxes(PowerBoxes boxes) {
    Map<String, Object> figure = figure(boxes, boxes.nodes());
    figure.put("source", boxes.source());
    figure.put("w", boxes.workload());
    figure.put("scale", scale(boxes.scale()));
    figure.put(
        "panels",
        boxes.panels().stream()
            .map(panel -> panel("node", panel.node(), "items", panel.items(), PageModel::box))
            .toList());
    return figure;
  }

  private static Map<String, Object> box(PowerBoxes.Item item) {
    return Map.of("f", item.framework(), "b", box(item.box()), "n", item.samples());
  }

  /** A panel: what it is of, and its members. */
  private static <I> Map<String, Object> panel(
      String kind,
      String name,
      String member,
      List<I> items,
      Function<I, Map<String, Object>> json) {
    return Map.of(kind, name, member, items.stream().map(json).toList());
  }

  private static List<Double> box(Box box) {
    return rounded(
        List.of(
            box.lowWhisker(),
            box.lowQuartile(),
            box.median(),
            box.highQuartile(),
            box.highWhisker()));
  }

  /** The tracks, each with a reason if its monitor is unavailable on a node. */
  private List<Object> tracks() {
    List<Object> all = new ArrayList<>();
    for (Track track : SeriesStore.tracks(summary)) {
      Map<String, String> reasons = new TreeMap<>();
      for (NodeInfo node : summary.study().nodes()) {
        String reason = node.unavailable().get(track.monitor());
        if (reason != null) {
          reasons.put(node.name(), reason);
        }
      }
      all.add(
          Map.of(
              "id", track.id(),
              "label", track.label(),
              "each", track.nodeLabel(),
              "symbol", track.unit().symbol(),
              "stacked", track.stacked(),
              "unavailable", reasons.values().stream().findFirst().orElse(""),
              "curves",
                  track.curves().stream()
                      .map(curve -> List.of(curve.metric().id(), curve.label()))
                      .toList()));
    }
    return all;
  }

  private List<Object> groups() {
    List<Object> all = new ArrayList<>();
    for (Group group : summary.groups()) {
      Optional<TrialResult> typical = group.typical();
      List<TrialResult> trials = SeriesStore.trials(group);
      all.add(
          Map.of(
              "f", group.framework(),
              "w", group.workload(),
              "n", group.nodes(),
              "typical", typical.map(trials::indexOf).orElse(0)));
    }
    return all;
  }

  private static Map<String, Object> figure(Figure figure, int nodes) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("id", figure.id());
    members.put("title", figure.title());
    members.put("nodes", nodes);
    members.put("file", FigureFiles.hasFile(figure));
    return members;
  }

  private static Map<String, Object> scale(Scale scale) {
    return Map.of(
        "label", scale.label(),
        "symbol", scale.symbol(),
        "better", scale.better().name().toLowerCase(Locale.ROOT));
  }

  private static List<Double> interval(Interval interval) {
    return rounded(List.of(interval.low(), interval.high(), interval.level()));
  }

  private static List<Double> rounded(List<Double> numbers) {
    return numbers.stream().map(Numbers::rounded).toList();
  }
}
