// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.placed;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.policy.Offer;
import org.athanor.scheduler.policy.Policy;
import org.athanor.scheduler.predict.Prediction;
import org.athanor.scheduler.predict.Source;
import org.athanor.simulator.file.ClustersVariant;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.run.ClustersResult;
import org.athanor.simulator.run.ClustersRun;
import org.athanor.simulator.run.Scenario;

/**
 * Runs the jobs of a variant under policies. Policies are told how long each job takes on each
 * cluster when it is alone there, and what energy it needs, and are wrong about that if the file
 * says so.
 */
final class PlacedRuns {
  private final Map<String, Scenario> clusters;
  private final Links links;
  private final Map<String, Resources> totals = new LinkedHashMap<>();
  private final Map<String, Map<String, Alone>> alone;
  private final Map<String, Set<String>> at = new HashMap<>(); // clusters by the path of an input
  private final Scenario first;

  /**
   * Simulates each job alone on each cluster.
   *
   * @throws IllegalArgumentException if a scenario cannot run
   * @throws org.athanor.simulator.hdfs.NoRoomException if devices are too small
   * @throws org.athanor.simulator.run.StalledException if a job can never end on a cluster
   */
  PlacedRuns(ClustersVariant variant, AloneRuns alone) throws InterruptedException {
    clusters = variant.clusters();
    first = clusters.values().iterator().next();
    links = new Links(clusters, variant.placing().betweenBytesPerSecond());
    clusters.forEach((name, scenario) -> totals.put(name, total(name, scenario)));
    this.alone = alone.of(clusters);
    List<String> names = new ArrayList<>(clusters.keySet());
    Random random = new Random(first.seed());
    int copies = variant.placing().copies().orElse(names.size());
    for (FileSpec file : first.files()) {
      Collections.shuffle(names, random);
      at.put(file.path(), Set.copyOf(names.subList(0, copies)));
    }
  }

  private Resources total(String name, Scenario scenario) {
    double slots =
        scenario.cluster().racks().stream()
            .flatMap(rack -> rack.nodes().stream())
            .mapToInt(node -> node.slots().total())
            .sum();
    return new Resources(slots, slots, 0, links.of(name));
  }

  /**
   * Runs all jobs. May be called by several threads at once.
   *
   * @param policy of the item, or one that wraps it
   * @param jobsEnded gets numbers of jobs that have ended since the last call
   */
  PlacedRun run(PlacedItem item, Policy policy, IntConsumer jobsEnded) {
    long start = System.nanoTime();
    Inputs inputs = new Inputs();
    first.files().forEach(it -> inputs.add(it.path(), it.bytes(), at.get(it.path())));
    PolicyPlacer placer =
        new PolicyPlacer(
            policy, first.seed(), links, totals, jobs(item.error()), inputs, jobsEnded);
    ClustersResult result = ClustersRun.run(clusters, placer);
    return new PlacedRun(item, result, inputs.movedBytes(), (System.nanoTime() - start) / 1e9);
  }

  private Map<String, PredictedJob> jobs(double error) {
    Map<String, FileSpec> files = new HashMap<>();
    first.files().forEach(file -> files.put(file.path(), file));
    boolean energy =
        alone.values().stream()
            .flatMap(each -> each.values().stream())
            .anyMatch(a -> a.joules() > 0);
    // Not the generator of the simulation, which begins with the same seed. Each run draws alike.
    SplittableRandom random = new SplittableRandom(~first.seed());
    Map<String, PredictedJob> jobs = new HashMap<>();
    for (JobSpec job : first.jobs()) {
      Optional<FileSpec> input = Optional.ofNullable(files.get(job.input()));
      long blocks =
          input.map(it -> (it.bytes() + it.blockBytes() - 1) / it.blockBytes()).orElse(1L);
      double tasks = Math.max(job.maps() > 0 ? job.maps() : blocks, job.reduces());
      Map<String, Offer> offers = new LinkedHashMap<>();
      for (String cluster : clusters.keySet()) {
        Alone exact = alone.get(job.name()).get(cluster);
        double wrong = 1 + error * (2 * random.nextDouble() - 1);
        offers.put(
            cluster,
            new Offer(
                Optional.of(prediction(exact.seconds() * wrong)),
                energy ? Optional.of(prediction(exact.joules() * wrong)) : Optional.empty()));
      }
      jobs.put(
          job.name(),
          new PredictedJob(
              new Resources(tasks, tasks, 0, 0),
              input.map(FileSpec::path).orElse(""),
              offers,
              job.terms()));
    }
    return jobs;
  }

  private static Prediction prediction(double amount) {
    return new Prediction(amount, amount, amount, 0, Source.LINE, 1);
  }
}
