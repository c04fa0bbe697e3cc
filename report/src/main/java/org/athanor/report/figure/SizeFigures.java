// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.figure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.athanor.report.figure.Figure.Plot;
import org.athanor.report.figure.Figure.Scale;
import org.athanor.report.statistics.Group;
import org.athanor.report.statistics.Interval;
import org.athanor.report.statistics.PhaseTimes;
import org.athanor.report.statistics.Quantity;
import org.athanor.report.statistics.Sample;
import org.athanor.report.statistics.Summary;
import org.athanor.results.Better;
import org.athanor.results.Results.FrameworkInfo;
import org.athanor.results.Results.WorkloadInfo;

/** Makes the figures that compare numbers of nodes, and energy with time. */
final class SizeFigures {

  /** What Veiga et al. 2016 show by size of the cluster: Figures 3 to 6. */
  private static final List<Quantity> BY_SIZE =
      List.of(Quantity.TIME, Quantity.ED2P, Quantity.NODE_ED2P, Quantity.THROUGHPUT);

  /** Lines that can be told apart; the table has all phases. */
  private static final int MOST_PHASES = 7;

  private static final Scale NODES = new Scale("Nodes", "", Better.NEITHER);

  private final Summary summary;
  private final String origin;

  private SizeFigures(Summary summary) {
    this.summary = summary;
    this.origin = Figures.origin(summary);
  }

  /** The figures that have values. */
  static List<Figure> of(Summary summary) {
    SizeFigures figures = new SizeFigures(summary);
    List<Figure> all = new ArrayList<>();
    for (WorkloadInfo workload : summary.study().workloads()) {
      for (Quantity quantity : BY_SIZE) {
        figures.bySize(workload.label(), quantity).ifPresent(all::add);
      }
      for (FrameworkInfo framework : summary.study().frameworks()) {
        figures.phases(workload.label(), framework.label()).ifPresent(all::add);
      }
      for (Quantity quantity : List.of(Quantity.ED2P, Quantity.NODE_ED2P)) {
        figures.energy(workload.label(), quantity).ifPresent(all::add);
      }
    }
    return all;
  }

  private List<Group> groups(String workload, String framework) {
    return summary.nodeCounts().stream()
        .flatMap(nodes -> summary.group(framework, workload, nodes).stream())
        .toList();
  }

  /** A line for each framework that has the quantity; one of them on several numbers of nodes. */
  private Optional<Figure> bySize(String workload, Quantity quantity) {
    List<Plot.Line> lines = new ArrayList<>();
    for (FrameworkInfo framework : summary.study().frameworks()) {
      List<Plot.Point> points = new ArrayList<>();
      for (Group group : groups(workload, framework.label())) {
        group
            .sample(quantity)
            .ifPresent(sample -> points.add(point(group.nodes(), group.nodes(), sample)));
      }
      if (!points.isEmpty()) {
        lines.add(new Plot.Line(framework.label(), points));
      }
    }
    return lines.stream().noneMatch(line -> line.points().size() > 1)
        ? Optional.empty()
        : Optional.of(
            new Plot(
                Figures.fileName("size", workload, quantity.id()),
                quantity.label() + " by number of nodes: " + workload + origin,
                Plot.About.SIZE,
                workload,
                0,
                new Plot.Axes(quantity.id(), NODES, scale(quantity)),
                lines));
  }

  /** The longest phases of a framework, and its time, on at least two numbers of nodes. */
  private Optional<Figure> phases(String workload, String framework) {
    Map<String, List<Plot.Point>> phases = new LinkedHashMap<>();
    List<Plot.Point> times = new ArrayList<>();
    for (Group group : groups(workload, framework)) {
      group
          .sample(Quantity.TIME)
          .ifPresent(sample -> times.add(point(group.nodes(), group.nodes(), sample)));
      for (PhaseTimes phase : PhaseTimes.of(group)) {
        phases
            .computeIfAbsent(phase.phase(), unused -> new ArrayList<>())
            .add(point(group.nodes(), group.nodes(), phase.seconds()));
      }
    }
    if (phases.isEmpty() || times.size() < 2) {
      return Optional.empty();
    }
    List<String> longest =
        phases.keySet().stream()
            .sorted(Comparator.comparingDouble((String name) -> -sum(phases.get(name))))
            .limit(MOST_PHASES)
            .collect(Collectors.toList());
    List<Plot.Line> lines = new ArrayList<>(List.of(new Plot.Line("whole job", times)));
    phases.forEach(
        (name, points) -> {
          if (longest.contains(name)) {
            lines.add(new Plot.Line(name, points));
          }
        });
    return Optional.of(
        new Plot(
            Figures.fileName("phases", workload, framework),
            "Phases by number of nodes: " + framework + ", " + workload + origin,
            Plot.About.PHASES,
            workload,
            0,
            new Plot.Axes(framework, NODES, scale(Quantity.TIME)),
            lines));
  }

  private static double sum(List<Plot.Point> points) {
    return points.stream().mapToDouble(Plot.Point::y).sum();
  }

  /** A point for each framework and number of nodes: medians of the trials with an energy. */
  private Optional<Figure> energy(String workload, Quantity quantity) {
    List<Plot.Line> lines = new ArrayList<>();
    for (FrameworkInfo framework : summary.study().frameworks()) {
      List<Plot.Point> points = new ArrayList<>();
      for (Group group : groups(workload, framework.label())) {
        Optional<Sample> times = group.timesWith(quantity);
        Optional<Sample> products = group.sample(quantity).filter(sample -> sample.minimum() > 0);
        if (times.isPresent() && products.isPresent()) {
          points.add(point(times.get().median(), group.nodes(), products.get()));
        }
      }
      if (!points.isEmpty()) {
        lines.add(new Plot.Line(framework.label(), points));
      }
    }
    return lines.stream().mapToInt(line -> line.points().size()).sum() < 2
        ? Optional.empty()
        : Optional.of(
            new Plot(
                Figures.fileName(quantity.id(), "time", workload),
                quantity.label() + " and time: " + workload + origin,
                Plot.About.ENERGY,
                workload,
                0,
                new Plot.Axes(quantity.id(), scale(Quantity.TIME), scale(quantity)),
                lines));
  }

  private static Plot.Point point(double x, int nodes, Sample sample) {
    Optional<Interval> interval = sample.interval();
    double median = sample.median();
    return new Plot.Point(
        x,
        median,
        interval.map(Interval::low).orElse(median),
        interval.map(Interval::high).orElse(median),
        nodes);
  }

  private static Scale scale(Quantity quantity) {
    return new Scale(quantity.label(), quantity.symbol(), quantity.better());
  }
}
