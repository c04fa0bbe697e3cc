// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.fit;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * A job in one setting, as {@code athanor bench run benchmarks/simulation-jobs.yaml} measured it.
 *
 * @param name of setting and workload
 * @param sorts whether it is TeraSort; otherwise it is WordCount
 * @param bytes of its input
 * @param splitBytes the most that a map reads
 * @param reduces number of reduces
 * @param containers tasks at once
 * @param shuffleBytes from all maps to all reduces
 * @param seconds of each repetition, from the start of its client to its end
 * @param coreSeconds of all its processes, the mean of the repetitions
 */
record MeasuredJob(
    String name,
    boolean sorts,
    long bytes,
    long splitBytes,
    int reduces,
    int containers,
    long shuffleBytes,
    List<Double> seconds,
    double coreSeconds) {

  /** What YARN has for tasks, besides the ApplicationMaster. */
  private static final int TASK_MEMORY_MB = 4096;

  /** Reads all settings of an experiment in which each framework is one of YARN's settings. */
  static List<MeasuredJob> all(JsonNode results) {
    List<MeasuredJob> jobs = new ArrayList<>();
    for (JsonNode workload : results.get("workloads")) {
      for (JsonNode framework : results.get("frameworks")) {
        jobs.add(of(results, framework, workload));
      }
    }
    return jobs;
  }

  private static MeasuredJob of(JsonNode results, JsonNode framework, JsonNode workload) {
    String label = framework.get("label").asString();
    String kind = workload.get("label").asString();
    JsonNode settings = framework.get("settings");
    List<Double> seconds = new ArrayList<>();
    long shuffled = 0;
    double cores = 0;
    for (JsonNode trial : results.get("trials")) {
      if (trial.get("outcome").asString().equals("verified")
          && trial.at("/key/framework").asString().equals(label)
          && trial.at("/key/workload").asString().equals(kind)) {
        seconds.add(trial.get("wallSeconds").asDouble());
        cores += trial.at("/nodes/0/totals/cpu_own/value").asDouble();
        shuffled = trial.at("/measures/intermediate_data/value").asLong();
      }
    }
    if (seconds.isEmpty()) {
      throw new IllegalArgumentException(
          "trials of " + kind + " on " + label + ": none is verified; repeat the experiment");
    }
    return new MeasuredJob(
        label + ", " + kind,
        workload.get("kind").asString().equals("terasort"),
        workload.get("inputBytes").asLong(),
        settings.get("mapreduce.input.fileinputformat.split.maxsize").asLong(),
        workload.at("/settings/parts").asInt(),
        TASK_MEMORY_MB / settings.get("mapreduce.map.memory.mb").asInt(),
        shuffled,
        List.copyOf(seconds),
        cores / seconds.size());
  }

  int maps() {
    return Math.toIntExact((bytes + splitBytes - 1) / splitBytes);
  }

  /** TeraSort's is as large as its input; that of WordCount is small, and left out. */
  long outputBytes() {
    return sorts ? bytes : 0;
  }

  /** Mean seconds of all repetitions. */
  double mean() {
    return seconds.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }
}
