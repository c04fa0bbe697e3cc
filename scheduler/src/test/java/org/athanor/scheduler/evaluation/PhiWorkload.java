// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.evaluation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.athanor.scheduler.ledger.Resources;

/** The workflows of phi-clusters.csv: 48 jobs of the applications of phi-applications.csv. */
final class PhiWorkload {
  private static final int JOBS = 48;
  private static final String FASTEST = "m3.xlarge";

  private final ModelClusters clusters = ModelClusters.of(Table.read("phi-clusters.csv"));
  private final List<Table.Row> applications = Table.read("phi-applications.csv").rows();

  ModelClusters clusters() {
    return clusters;
  }

  List<Table.Row> applications() {
    return applications;
  }

  /** Speed relative to m3.xlarge. */
  static double speed(Table.Row application, String cluster) {
    return cluster.equals(FASTEST) ? 1 : application.number("speed " + cluster);
  }

  /**
   * A workflow.
   *
   * @param copies clusters that hold each input
   */
  List<ModelJob> jobs(long seed, int copies) {
    Random random = new Random(seed);
    List<Table.Row> chosen = new ArrayList<>(applications);
    while (chosen.size() < JOBS) {
      chosen.add(applications.get(random.nextInt(applications.size())));
    }
    Collections.shuffle(chosen, random);
    List<ModelJob> jobs = new ArrayList<>();
    for (Table.Row application : chosen) {
      double times = 1 + 2 * random.nextDouble();
      jobs.add(job(application, jobs.size(), times, places(copies, random)));
    }
    return jobs;
  }

  private Set<String> places(int copies, Random random) {
    List<String> all = new ArrayList<>(clusters.totals().keySet());
    Collections.shuffle(all, random);
    return new HashSet<>(all.subList(0, copies));
  }

  private ModelJob job(Table.Row row, int number, double times, Set<String> places) {
    double fixed = row.number("fixed");
    double fastest = row.number("seconds") * (fixed + (1 - fixed) * times);
    Map<String, Double> seconds = new HashMap<>();
    for (String cluster : clusters.totals().keySet()) {
      seconds.put(cluster, fastest / speed(row, cluster));
    }
    double bytes = row.number("input GB") * times * 1e9;
    return new ModelJob(
        row.text("application") + "-" + number,
        0,
        new Resources(row.number("vcores"), row.number("memory GB") * 1e9, 0, 0),
        bytes,
        bytes == 0 ? Set.of() : places,
        seconds,
        Map.of(),
        Double.POSITIVE_INFINITY);
  }
}
