// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The speed-up of a framework by number of workers, relative to the fewest workers on which it has
 * verified trials.
 *
 * <pre>
 *   T1, Tn: median times on the fewest workers and on n times as many
 *   strong scaling, the same input for all:   speed-up T1 / Tn, efficiency T1 / (n × Tn)
 *   weak scaling, the same input per worker:  speed-up T1 / Tn = efficiency, 1 at best
 * </pre>
 *
 * @param weak whether the input grows with the number of workers
 */
public record Scalability(String framework, String workload, boolean weak, List<Point> points) {

  /**
   * The result for a number of workers.
   *
   * @param speedUp over the fewest workers; empty for the fewest workers
   * @param efficiency 1 is ideal
   */
  public record Point(int nodes, Sample times, Optional<SpeedUp> speedUp, double efficiency) {}

  public Scalability {
    points = List.copyOf(points);
  }

  /**
   * One for each framework and workload with verified trials on at least two numbers of workers.
   */
  public static List<Scalability> of(Summary summary) {
    List<Scalability> all = new ArrayList<>();
    for (var workload : summary.study().workloads()) {
      for (var framework : summary.study().frameworks()) {
        List<Point> points = new ArrayList<>();
        for (int nodes : summary.nodeCounts()) {
          summary
              .group(framework.label(), workload.label(), nodes)
              .flatMap(group -> group.sample(Quantity.TIME))
              .ifPresent(times -> points.add(point(nodes, times, workload.weak(), points)));
        }
        if (points.size() > 1) {
          all.add(new Scalability(framework.label(), workload.label(), workload.weak(), points));
        }
      }
    }
    return all;
  }

  private static Point point(int nodes, Sample times, boolean weak, List<Point> fewer) {
    if (fewer.isEmpty()) {
      return new Point(nodes, times, Optional.empty(), 1);
    }
    SpeedUp speedUp = SpeedUp.of(fewer.get(0).times(), times);
    double growth = weak ? 1 : (double) nodes / fewer.get(0).nodes();
    return new Point(nodes, times, Optional.of(speedUp), speedUp.ratio() / growth);
  }
}
