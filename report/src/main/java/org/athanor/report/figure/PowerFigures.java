// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.figure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.report.figure.Figure.Plot;
import org.athanor.report.figure.Figure.PowerBoxes;
import org.athanor.report.figure.Figure.Scale;
import org.athanor.report.statistics.Summary;
import org.athanor.results.Better;
import org.athanor.results.Results.WorkloadInfo;

/** Makes the figures of power: over time, and of each node. */
public final class PowerFigures {

  private static final Scale TIME = new Scale("Time since the start", "s", Better.NEITHER);

  private PowerFigures() {}

  /** The figures that have values. */
  public static List<Figure> of(Summary summary, List<GroupPower> power) {
    List<Figure> all = new ArrayList<>();
    for (PowerSource source : PowerSource.values()) {
      for (WorkloadInfo workload : summary.study().workloads()) {
        for (int nodes : summary.nodeCounts()) {
          List<GroupPower> groups =
              power.stream()
                  .filter(some -> some.group().workload().equals(workload.label()))
                  .filter(some -> some.group().nodes() == nodes)
                  .toList();
          if (!groups.isEmpty()) {
            Place place = new Place(source, workload.label(), nodes, Figures.origin(summary));
            line(place, groups).ifPresent(all::add);
            boxes(place, groups).ifPresent(all::add);
          }
        }
      }
    }
    return all;
  }

  private record Place(PowerSource source, String workload, int nodes, String origin) {
    String file(String kind) {
      return Figures.fileName(source.file(), kind, workload, nodes + "n");
    }

    String title(String what) {
      return source.label() + what + ": " + workload + Figures.onNodes(nodes) + origin;
    }

    Scale scale() {
      return new Scale(source.label() + " of a node", "W", Better.LESS);
    }
  }

  private static Optional<Figure> line(Place place, List<GroupPower> groups) {
    List<Plot.Line> lines = new ArrayList<>();
    for (GroupPower some : groups) {
      List<GroupPower.Step> steps = some.lines().getOrDefault(place.source(), List.of());
      if (!steps.isEmpty()) {
        lines.add(
            new Plot.Line(
                some.group().framework(),
                steps.stream()
                    .map(
                        step ->
                            new Plot.Point(
                                step.seconds(),
                                step.watts(),
                                step.low(),
                                step.high(),
                                place.nodes()))
                    .toList()));
      }
    }
    return lines.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Plot(
                place.file("over-time"),
                place.title(" over time"),
                Plot.About.POWER,
                place.workload(),
                place.nodes(),
                new Plot.Axes(place.source().id(), TIME, place.scale()),
                lines));
  }

  private static Optional<Figure> boxes(Place place, List<GroupPower> groups) {
    Map<String, List<PowerBoxes.Item>> items = new LinkedHashMap<>();
    for (GroupPower some : groups) {
      for (GroupPower.NodeBox node : some.boxes().getOrDefault(place.source(), List.of())) {
        items
            .computeIfAbsent(node.node(), unused -> new ArrayList<>())
            .add(new PowerBoxes.Item(some.group().framework(), node.box(), node.samples()));
      }
    }
    List<PowerBoxes.NodePanel> panels = new ArrayList<>();
    items.forEach((node, boxes) -> panels.add(new PowerBoxes.NodePanel(node, boxes)));
    return panels.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new PowerBoxes(
                place.file("of-nodes"),
                place.title(" of each node"),
                place.source().id(),
                place.workload(),
                place.nodes(),
                place.scale(),
                panels));
  }
}
