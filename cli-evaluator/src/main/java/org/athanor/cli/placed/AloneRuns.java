// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.placed;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.mapreduce.MapReduceSettings;
import org.athanor.simulator.mapreduce.Scheduling;
import org.athanor.simulator.run.ClustersResult;
import org.athanor.simulator.run.ClustersRun;
import org.athanor.simulator.run.HdfsRules;
import org.athanor.simulator.run.Placer;
import org.athanor.simulator.run.Scenario;

/**
 * Simulates each job alone on each cluster, several at once. Jobs that are the same but for their
 * names and times are simulated once, and those of variants with the same cluster, too. Used by one
 * thread.
 */
final class AloneRuns {
  private static final String PATH = "/alone";

  private final int threads;
  private final PlacedProgress progress;
  private final Map<Conditions, Map<Shape, Alone>> known = new HashMap<>();

  /** Where a job runs: all but the job that its time alone depends on. */
  private record Conditions(
      ClusterSpec cluster,
      HdfsRules hdfs,
      MapReduceSettings mapReduce,
      Scheduling scheduling,
      long seed,
      double precision) {
    static Conditions of(Scenario scenario) {
      return new Conditions(
          scenario.cluster(),
          scenario.hdfs(),
          scenario.mapReduce(),
          scenario.scheduling(),
          scenario.seed(),
          scenario.precision());
    }
  }

  /** All that the time of a job depends on, if it is alone on a cluster. */
  private record Shape(JobSpec job, Optional<FileSpec> input) {
    static Shape of(JobSpec job, Optional<FileSpec> input) {
      return new Shape(
          new JobSpec(
              "alone",
              job.queue(),
              0,
              input.isPresent() ? PATH : "",
              job.maps(),
              job.reduces(),
              job.shuffleBytes(),
              job.outputBytes(),
              job.mapCyclesPerByte(),
              job.reduceCyclesPerByte()),
          input.map(
              it -> new FileSpec(PATH, it.bytes(), it.blockBytes(), it.replication(), it.types())));
    }
  }

  /**
   * @param threads that simulate at once, from 1
   */
  AloneRuns(int threads, PlacedProgress progress) {
    this.threads = threads;
    this.progress = progress;
  }

  /**
   * Each job's time and energy, by cluster, by the job's name.
   *
   * @throws InterruptedException if this thread is interrupted; no simulation goes on
   */
  Map<String, Map<String, Alone>> of(Map<String, Scenario> clusters) throws InterruptedException {
    Map<String, Map<String, Alone>> all = new HashMap<>();
    for (Map.Entry<String, Scenario> each : clusters.entrySet()) {
      Scenario scenario = each.getValue();
      Map<String, FileSpec> files = new HashMap<>();
      scenario.files().forEach(file -> files.put(file.path(), file));
      Map<String, Shape> shapes = new LinkedHashMap<>();
      for (JobSpec job : scenario.jobs()) {
        shapes.put(job.name(), Shape.of(job, Optional.ofNullable(files.get(job.input()))));
      }
      Map<Shape, Alone> here =
          known.computeIfAbsent(Conditions.of(scenario), unused -> new HashMap<>());
      Set<Shape> missing = new LinkedHashSet<>(shapes.values());
      missing.removeAll(here.keySet());
      here.putAll(simulate(each.getKey(), scenario, List.copyOf(missing)));
      shapes.forEach(
          (job, shape) ->
              all.computeIfAbsent(job, name -> new LinkedHashMap<>())
                  .put(each.getKey(), here.get(shape)));
    }
    return all;
  }

  private Map<Shape, Alone> simulate(String cluster, Scenario scenario, List<Shape> shapes)
      throws InterruptedException {
    Map<Shape, Alone> simulated = new HashMap<>();
    AtomicInteger done = new AtomicInteger();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      Map<Shape, Future<Alone>> started = new LinkedHashMap<>();
      for (Shape shape : shapes) {
        started.put(
            shape,
            pool.submit(
                () -> {
                  Alone alone = simulate(scenario, shape);
                  progress.simulatedAlone(cluster, done.incrementAndGet(), shapes.size());
                  return alone;
                }));
      }
      for (Map.Entry<Shape, Future<Alone>> each : started.entrySet()) {
        simulated.put(each.getKey(), each.getValue().get());
      }
      return simulated;
    } catch (ExecutionException error) {
      if (error.getCause() instanceof Error serious) {
        throw serious;
      }
      throw (RuntimeException) error.getCause();
    } finally {
      pool.shutdownNow();
    }
  }

  private static Alone simulate(Scenario scenario, Shape shape) {
    Scenario alone =
        new Scenario(
            scenario.cluster(),
            scenario.hdfs(),
            scenario.mapReduce(),
            scenario.scheduling(),
            shape.input().stream().toList(),
            List.of(shape.job()),
            scenario.seed(),
            scenario.precision());
    Placer here =
        (submitted, ended, sites) -> submitted.forEach(each -> sites.start(each.name(), "here", 0));
    ClustersResult result = ClustersRun.run(Map.of("here", alone), here);
    return new Alone(result.makespan(), result.joulesBeyondIdle());
  }
}
