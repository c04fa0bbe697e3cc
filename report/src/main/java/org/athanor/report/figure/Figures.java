// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.figure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.athanor.report.figure.Figure.Bars;
import org.athanor.report.figure.Figure.Boxes;
import org.athanor.report.figure.Figure.Ranks;
import org.athanor.report.figure.Figure.Ratios;
import org.athanor.report.figure.Figure.Scale;
import org.athanor.report.figure.Figure.Scaling;
import org.athanor.report.statistics.Box;
import org.athanor.report.statistics.Group;
import org.athanor.report.statistics.Quantity;
import org.athanor.report.statistics.Sample;
import org.athanor.report.statistics.Scalability;
import org.athanor.report.statistics.Scorecard;
import org.athanor.report.statistics.Summary;
import org.athanor.report.statistics.Variation;
import org.athanor.results.Better;
import org.athanor.results.Results.WorkloadInfo;
import org.athanor.results.Total;

/** Makes the figures of a summary, except those over time, which need samples. */
public final class Figures {

  /** The totals in which nodes are compared. */
  private static final List<Total> BETWEEN_NODES =
      List.of(
          Total.CPU_OWN,
          Total.MEMORY_OWN_PEAK,
          Total.DISK_READ,
          Total.DISK_WRITTEN,
          Total.NETWORK_RECEIVED,
          Total.NETWORK_SENT,
          Total.ENERGY_PACKAGE);

  /** File systems take names of 255 bytes; the ending, and a number, come behind. */
  private static final int LONGEST_NAME = 200;

  private final Summary summary;

  /** What titles say at their end, so that nobody takes a figure of simulations for measured. */
  private final String origin;

  private Figures(Summary summary) {
    this.summary = summary;
    this.origin = origin(summary);
  }

  static String origin(Summary summary) {
    if (summary.study().simulated().isEmpty()) {
      return "";
    }
    return summary.study().measured() ? ", partly simulated" : ", simulated";
  }

  /** The figures, those without values included: the page says why they have none. */
  public static List<Figure> of(Summary summary) {
    Figures figures = new Figures(summary);
    List<Figure> all = new ArrayList<>();
    for (Quantity quantity : Quantity.withFigures(summary.study())) {
      List<Bars> bars =
          summary.nodeCounts().stream().map(nodes -> figures.bars(quantity, nodes)).toList();
      if (!quantity.declared() || bars.stream().anyMatch(Bars::measured)) {
        all.addAll(bars);
      }
    }
    summary.nodeCounts().forEach(nodes -> all.add(figures.ratios(nodes)));
    for (Total total : BETWEEN_NODES) {
      summary.nodeCounts().stream()
          .filter(nodes -> nodes > 1)
          .forEach(nodes -> all.add(figures.boxes(total, nodes)));
    }
    all.addAll(figures.scaling());
    all.addAll(SizeFigures.of(summary));
    Scorecard.of(summary)
        .ifPresent(
            scorecard -> all.add(new Ranks("scorecard", "Ranks" + figures.origin, scorecard)));
    return all;
  }

  /**
   * A name for files: lower-case letters, digits and dashes, at most {@value #LONGEST_NAME} of
   * them.
   */
  public static String fileName(String... parts) {
    String name = String.join("-", parts).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    return name.substring(0, Math.min(LONGEST_NAME, name.length()));
  }

  private Bars bars(Quantity quantity, int nodes) {
    return new Bars(
        fileName(quantity.id(), nodes + "n"),
        quantity.label() + onNodes(nodes) + origin,
        quantity.id(),
        nodes,
        new Scale(quantity.label(), quantity.symbol(), quantity.better()),
        summary.study().workloads().stream()
            .map(WorkloadInfo::label)
            .map(workload -> new Bars.BarPanel(workload, bars(quantity, workload, nodes)))
            .filter(panel -> !panel.bars().isEmpty())
            .toList());
  }

  private List<Bars.Bar> bars(Quantity quantity, String workload, int nodes) {
    return groups(workload, nodes).stream()
        .map(
            group ->
                group
                    .sample(quantity)
                    .map(sample -> bar(group.framework(), sample))
                    .orElseGet(
                        () ->
                            new Bars.Bar(
                                group.framework(),
                                Double.NaN,
                                Optional.empty(),
                                List.of(),
                                0,
                                group.unavailable(quantity))))
        .toList();
  }

  private static Bars.Bar bar(String framework, Sample sample) {
    return new Bars.Bar(
        framework,
        sample.median(),
        sample.interval(),
        boxed(sample),
        sample.outliers(),
        Optional.empty());
  }

  private Ratios ratios(int nodes) {
    List<Ratios.Row> rows = new ArrayList<>();
    for (WorkloadInfo workload : summary.study().workloads()) {
      for (Group group : groups(workload.label(), nodes)) {
        summary
            .speedUp(group)
            .ifPresent(
                speedUp -> rows.add(new Ratios.Row(workload.label(), group.framework(), speedUp)));
      }
    }
    String baseline = summary.study().baseline();
    return new Ratios(
        fileName("speedup", nodes + "n"),
        "Speed-up over " + baseline + onNodes(nodes) + origin,
        baseline,
        nodes,
        rows);
  }

  private Boxes boxes(Total total, int nodes) {
    List<Boxes.BoxPanel> panels = new ArrayList<>();
    for (WorkloadInfo workload : summary.study().workloads()) {
      List<Boxes.Item> items = new ArrayList<>();
      for (Group group : groups(workload.label(), nodes)) {
        group
            .betweenNodes(total)
            .filter(sample -> sample.size() > 1)
            .ifPresent(
                sample ->
                    items.add(
                        new Boxes.Item(
                            group.framework(),
                            Box.of(sample),
                            boxed(sample),
                            Variation.coefficient(sample))));
      }
      if (!items.isEmpty()) {
        panels.add(new Boxes.BoxPanel(workload.label(), items));
      }
    }
    return new Boxes(
        fileName("nodes", total.id(), nodes + "n"),
        "Between nodes: " + total.label() + onNodes(nodes) + origin,
        total.id(),
        nodes,
        new Scale(total.label(), total.unit().symbol(), Better.LESS),
        panels);
  }

  private List<Scaling> scaling() {
    List<Scalability> all = Scalability.of(summary);
    return summary.study().workloads().stream()
        .map(
            workload ->
                new Scaling(
                    fileName("scalability", workload.label()),
                    (workload.weak() ? "Weak scaling: " : "Scalability: ")
                        + workload.label()
                        + origin,
                    workload.label(),
                    workload.weak(),
                    all.stream()
                        .filter(line -> line.workload().equals(workload.label()))
                        .map(Figures::line)
                        .toList()))
        .filter(figure -> !figure.lines().isEmpty())
        .toList();
  }

  private static Scaling.Line line(Scalability scalability) {
    return new Scaling.Line(
        scalability.framework(),
        scalability.points().stream()
            .map(
                point ->
                    point
                        .speedUp()
                        .map(
                            speedUp ->
                                new Scaling.Point(
                                    point.nodes(),
                                    speedUp.ratio(),
                                    speedUp.interval().low(),
                                    speedUp.interval().high(),
                                    point.efficiency()))
                        .orElseGet(() -> new Scaling.Point(point.nodes(), 1, 1, 1, 1)))
            .toList());
  }

  private List<Group> groups(String workload, int nodes) {
    return summary.study().frameworks().stream()
        .flatMap(framework -> summary.group(framework.label(), workload, nodes).stream())
        .toList();
  }

  static String onNodes(int nodes) {
    return nodes == 1 ? ", 1 node" : ", " + nodes + " nodes";
  }

  private static List<Double> boxed(Sample sample) {
    return Arrays.stream(sample.values()).boxed().toList();
  }
}
