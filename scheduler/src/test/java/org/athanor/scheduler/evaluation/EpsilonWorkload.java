// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.evaluation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.athanor.scheduler.ledger.Resources;

/**
 * Jobs of a trace of SWIM on the clusters of epsilon-clusters.csv, which describes the model. All
 * clusters hold the inputs.
 *
 * @param allowed a job's deadline is so many times its duration on the fastest cluster after its
 *     submission; infinite for none
 */
record EpsilonWorkload(double allowed) {
  private static final double DIVISOR = 10;
  private static final double NODES_OF_TABLE = 5;
  private static final double MOST_NODES = 100;
  private static final double LEAST_RATIO = 1e-7;
  private static final String FASTEST = "C1";
  private static final Table CLUSTERS = Table.read("epsilon-clusters.csv");
  private static final Table RATIOS = Table.read("epsilon-ratios.csv");
  private static final Map<String, Table.Row> APPLICATIONS =
      Table.read("epsilon-applications.csv").rows().stream()
          .collect(Collectors.toMap(row -> row.text("application"), Function.identity()));

  /** The clusters, with a vcore for each node. */
  ModelClusters clusters() {
    Map<String, Resources> totals = new TreeMap<>();
    for (Table.Row cluster : CLUSTERS.rows()) {
      totals.put(cluster.text("cluster"), nodes(cluster.number("nodes")));
    }
    return new ModelClusters(totals);
  }

  /** The jobs that are submitted in the first seconds of a trace. */
  List<ModelJob> jobs(Path trace, double seconds) throws IOException {
    List<ModelJob> jobs = new ArrayList<>();
    for (String line : Files.readAllLines(trace)) {
      String[] fields = line.split("\t", -1);
      double submitted = Double.parseDouble(fields[1]);
      if (submitted < seconds) {
        double[] bytes = new double[3];
        for (int i = 0; i < 3; i++) {
          bytes[i] = Double.parseDouble(fields[3 + i]) / DIVISOR;
        }
        jobs.add(job(fields[0], submitted, bytes));
      }
    }
    return jobs;
  }

  /**
   * Jobs that are submitted at random times: of any application, on 1 to 50 nodes, with a third to
   * four times the table's data for each node; the logarithms of both are uniform.
   *
   * @param seconds in which they are submitted
   */
  List<ModelJob> jobs(Random random, int count, double seconds) {
    List<Table.Row> applications = List.copyOf(new TreeMap<>(APPLICATIONS).values());
    List<ModelJob> jobs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Table.Row row = applications.get(random.nextInt(applications.size()));
      double nodes = Math.floor(Math.exp(random.nextDouble() * Math.log(51)));
      double times = Math.exp(random.nextDouble() * Math.log(12)) / 3;
      jobs.add(job("job-" + i, random.nextDouble() * seconds, row, nodes, times));
    }
    return jobs;
  }

  private ModelJob job(String name, double submitted, double[] bytes) {
    boolean writesOnly = bytes[0] == 0;
    Table.Row row = APPLICATIONS.get(writesOnly ? "DFSIOE-Write" : nearest(bytes));
    double size = writesOnly ? bytes[2] : bytes[0];
    double part = row.number("size GB") * 1e9 / NODES_OF_TABLE;
    double nodes = Math.min(MOST_NODES, Math.max(1, Math.ceil(size / part)));
    return job(name, submitted, row, nodes, size / nodes / part);
  }

  /**
   * A job.
   *
   * @param times what a node reads, divided by what one of five nodes reads of the table's size
   */
  private ModelJob job(String name, double submitted, Table.Row row, double nodes, double times) {
    double fixed = row.number("fixed");
    double onFastest = row.number("seconds") * (fixed + (1 - fixed) * times);
    Map<String, Double> seconds = new HashMap<>();
    Map<String, Double> joules = new HashMap<>();
    for (Table.Row cluster : CLUSTERS.rows()) {
      String id = cluster.text("cluster");
      double speed = id.equals(FASTEST) ? 1 : row.number("speed " + id);
      seconds.put(id, onFastest / speed);
      joules.put(id, cluster.number("watts per node") * nodes * onFastest / speed);
    }
    double fastest = seconds.values().stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    return new ModelJob(
        name, submitted, nodes(nodes), 0, Set.of(), seconds, joules, allowed * fastest);
  }

  /** A job takes as many nodes on each cluster, whatever their size: a vcore stands for a node. */
  private static Resources nodes(double count) {
    return new Resources(count, 0, 0, 0);
  }

  private static String nearest(double[] bytes) {
    return RATIOS.rows().stream()
        .min(Comparator.comparingDouble(row -> distance(row, bytes)))
        .orElseThrow()
        .text("application");
  }

  private static double distance(Table.Row row, double[] bytes) {
    return Math.hypot(
        logarithm(row.number("shuffle")) - logarithm(bytes[1] / bytes[0]),
        logarithm(row.number("output")) - logarithm(bytes[2] / bytes[0]));
  }

  private static double logarithm(double ratio) {
    return Math.log10(Math.max(LEAST_RATIO, ratio));
  }
}
