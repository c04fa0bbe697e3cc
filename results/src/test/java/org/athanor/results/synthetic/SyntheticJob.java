// SPDX-License-Identifier: Apache-2.0
package org.athanor.results.synthetic;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.athanor.results.Phase;

/** How an invented job behaves: its time, its phases, and the load of each phase. */
record SyntheticJob(double seconds, List<Stage> stages) {

  /**
   * A share of the job.
   *
   * @param cpu percent of a node, of which a sixth is system time
   * @param iowait percent of a node
   * @param read, write, network megabytes per second of a node
   */
  record Stage(
      String name,
      double share,
      double cpu,
      double iowait,
      double read,
      double write,
      double network) {}

  private static final Map<String, Double> HADOOP_SECONDS =
      Map.of("wordcount", 96d, "terasort", 112d, "pagerank", 118d, "kmeans", 88d, "grep", 61d);
  private static final Map<String, Double> SPEED =
      Map.of("hadoop", 1d, "athanor", 1.52, "spark", 1.38, "flink", 1.2, "tez", 1.17);

  static SyntheticJob of(String framework, String workload, int nodes, double factor) {
    double speed = SPEED.getOrDefault(framework, 1d);
    if (framework.equals("spark") && workload.equals("terasort")) {
      speed = .97;
    }
    if (framework.equals("spark") && workload.equals("wordcount")) {
      speed = 1.53;
    }
    if (framework.equals("spark") && workload.equals("kmeans")) {
      speed = 1.46;
    }
    double scale = Math.pow(4d / nodes, framework.equals("hadoop") ? .72 : .88);
    double seconds = HADOOP_SECONDS.getOrDefault(workload, 80d) / speed * scale * factor;
    return new SyntheticJob(seconds, stages(framework, workload));
  }

  private static List<Stage> stages(String framework, String workload) {
    double io = workload.equals("terasort") ? 1.8 : workload.equals("wordcount") ? .9 : .5;
    if (framework.equals("spark") || framework.equals("flink")) {
      return List.of(
          new Stage("start", .08, 22, 2, 4 * io, 2, 1),
          new Stage("stage 0", .47, 88, 4, 120 * io, 8 * io, 12),
          new Stage("stage 1", .25, 64, 11, 18 * io, 60 * io, 140 * io),
          new Stage("stage 2", .20, 52, 16, 6 * io, 110 * io, 45 * io));
    }
    return List.of(
        new Stage("start", .06, 12, 1, 3 * io, 2, 1),
        new Stage("map", .54, framework.equals("athanor") ? 93 : 78, 6, 105 * io, 42 * io, 8),
        new Stage("shuffle", .18, 45, 14, 46 * io, 32 * io, 160 * io),
        new Stage("reduce", .22, 58, 18, 12 * io, 125 * io, 20 * io));
  }

  List<Phase> phases(double wallSeconds) {
    List<Phase> phases = new ArrayList<>();
    double start = 0;
    for (Stage stage : stages) {
      double end = start + stage.share() * wallSeconds;
      boolean early = stage.name().equals("shuffle");
      phases.add(new Phase(stage.name(), early ? start - .12 * wallSeconds : start, end));
      start = end;
    }
    return phases;
  }

  /** The stage at a share of the job's time. */
  Stage at(double share) {
    double end = 0;
    for (Stage stage : stages) {
      end += stage.share();
      if (share < end) {
        return stage;
      }
    }
    return stages.get(stages.size() - 1);
  }
}
