// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The speed-up of a framework by number of nodes, for a workload of fixed size (strong scaling),
 * relative to the fewest nodes on which it has verified trials.
 */
public record Scalability(String framework, String workload, List<Point> points) {

  /**
   * The result for a number of nodes.
   *
   * @param speedUp over the fewest nodes; empty for the fewest nodes
   * @param efficiency speed-up divided by the growth of the number of nodes: 1 is ideal
   */
  public record Point(int nodes, Sample times, Optional<SpeedUp> speedUp, double efficiency) {}

  public Scalability {
    points = List.copyOf(points);
  }

  /** One for each framework and workload with verified trials on at least two numbers of nodes. */
  public static List<Scalability> of(Summary summary) {
    List<Scalability> all = new ArrayList<>();
    for (var workload : summary.study().workloads()) {
      for (var framework : summary.study().frameworks()) {
        List<Point> points = new ArrayList<>();
        for (int nodes : summary.nodeCounts()) {
          summary
              .group(framework.label(), workload.label(), nodes)
              .flatMap(group -> group.sample(Quantity.TIME))
              .ifPresent(times -> points.add(point(nodes, times, points)));
        }
        if (points.size() > 1) {
          all.add(new Scalability(framework.label(), workload.label(), points));
        }
      }
    }
    return all;
  }

  private static Point point(int nodes, Sample times, List<Point> fewer) {
    if (fewer.isEmpty()) {
      return new Point(nodes, times, Optional.empty(), 1);
    }
    SpeedUp speedUp = SpeedUp.of(fewer.get(0).times(), times);
    double growth = (double) nodes / fewer.get(0).nodes();
    return new Point(nodes, times, Optional.of(speedUp), speedUp.ratio() / growth);
  }
}
