// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.athanor.simulator.mapreduce.Framework;
import tools.jackson.databind.JsonNode;

/**
 * A job in one setting, as {@code athanor bench run} measured it by benchmarks/simulation-jobs.yaml
 * or benchmarks/simulation-frameworks.yaml.
 *
 * @param name of setting and workload
 * @param framework that ran it
 * @param sorts whether it is TeraSort; otherwise it is WordCount
 * @param bytes of its input
 * @param maps their number
 * @param reduces number of reduces
 * @param containers tasks at once
 * @param shuffleBytes from all maps to all reduces
 * @param seconds of each repetition, from the start of its client to its end
 * @param coreSeconds of all its processes, the mean of the repetitions
 */
record MeasuredJob(
    String name,
    Framework framework,
    boolean sorts,
    long bytes,
    int maps,
    int reduces,
    int containers,
    long shuffleBytes,
    List<Double> seconds,
    double coreSeconds) {

  /** What YARN has for tasks, besides the ApplicationMaster. */
  private static final int TASK_MEMORY_MB = 4096;

  /** Threads of a process that runs all tasks of a node. */
  private static final int CORES = 2;

  private static final long BLOCK = 128L << 20;

  /** Hadoop's last split may be larger than the others by a tenth. */
  private static final double SLOP = 1.1;

  /** Spark asks for so many splits of a text at least. */
  private static final int LEAST_SPLITS = 2;

  /** Reads all settings of an experiment. */
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
    Framework runs = Framework.valueOf(framework.get("kind").asString().toUpperCase(Locale.ROOT));
    boolean sorts = workload.get("kind").asString().equals("terasort");
    long bytes = workload.get("inputBytes").asLong();
    List<Double> seconds = new ArrayList<>();
    long shuffled = 0;
    double cores = 0;
    for (JsonNode trial : results.get("trials")) {
      if (!trial.get("outcome").asString().equals("verified")
          || !trial.at("/key/workload").asString().equals(kind)) {
        continue;
      }
      // Spark's client does not say it: what the MapReduce program shuffles of the same input.
      shuffled = Math.max(shuffled, trial.at("/measures/intermediate_data/value").asLong());
      if (trial.at("/key/framework").asString().equals(label)) {
        seconds.add(trial.get("wallSeconds").asDouble());
        cores += trial.at("/nodes/0/totals/cpu_own/value").asDouble();
      }
    }
    if (seconds.isEmpty()) {
      throw new IllegalArgumentException(
          "trials of " + kind + " on " + label + ": none is verified; repeat the experiment");
    }
    return new MeasuredJob(
        label + ", " + kind,
        runs,
        sorts,
        bytes,
        splits(bytes, splitBytes(framework, runs, sorts, bytes)),
        workload.at("/settings/parts").asInt(),
        containers(framework, runs),
        shuffled,
        List.copyOf(seconds),
        cores / seconds.size());
  }

  private static int containers(JsonNode framework, Framework runs) {
    return runs == Framework.HADOOP
        ? TASK_MEMORY_MB / framework.at("/settings/mapreduce.map.memory.mb").asInt()
        : CORES;
  }

  private static long splitBytes(JsonNode framework, Framework runs, boolean sorts, long bytes) {
    if (runs == Framework.HADOOP) {
      return framework.at("/settings/mapreduce.input.fileinputformat.split.maxsize").asLong();
    }
    boolean isText = runs == Framework.SPARK && !sorts;
    return isText ? Math.min(BLOCK, Math.max(1, bytes / LEAST_SPLITS)) : BLOCK;
  }

  /** As Hadoop's FileInputFormat divides a file. */
  private static int splits(long bytes, long splitBytes) {
    int count = 0;
    long left = bytes;
    while (left > SLOP * splitBytes) {
      left -= splitBytes;
      count++;
    }
    return count + (left > 0 ? 1 : 0);
  }

  /** Processes in which its tasks run, on the one node. */
  int processes() {
    return framework == Framework.HADOOP ? maps + reduces : 1;
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
