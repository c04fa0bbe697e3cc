// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.hdfs.FileSystem;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.kernel.Simulation;
import org.athanor.simulator.mapreduce.JobRecord;
import org.athanor.simulator.mapreduce.JobTracker;

/**
 * Runs jobs on several unlike clusters. A {@link Placer} chooses the cluster of each job. The
 * clusters are in one simulation, and share nothing but its time.
 */
public final class ClustersRun implements Placer.Clusters {
  private static final double NANOS = 1e9;
  private static final int NONE = -1;

  private final Placer placer;
  private final Simulation simulation;
  private final Map<String, Site> sites = new LinkedHashMap<>();
  private final Map<String, JobSpec> waiting = new LinkedHashMap<>();
  private final Map<String, Started> running = new HashMap<>();
  private final List<PlacedJob> done = new ArrayList<>();
  private final List<JobSpec> submitted = new ArrayList<>(); // not told yet
  private final Set<String> ended = new LinkedHashSet<>(); // not told yet
  private final Set<String> over = new HashSet<>(); // all that have ended
  private boolean asks;

  /** The event of the earliest time to ask again, and that time; {@link #NONE} if there is none. */
  private int again = NONE;

  private long againAt;

  /** A cluster with its file system and its jobs. */
  private record Site(Cluster cluster, Map<String, JobSpec> jobs, JobTracker tracker) {}

  /** A job that was placed. */
  private record Started(String cluster, double submitted, double at) {}

  private ClustersRun(Map<String, Scenario> clusters, Placer placer) {
    this.placer = placer;
    Scenario first = clusters.values().iterator().next();
    simulation = new Simulation(first.precision());
    SplittableRandom random = new SplittableRandom(first.seed());
    clusters.forEach((name, scenario) -> sites.put(name, site(scenario, random.split())));
  }

  /**
   * Runs all jobs to their ends, in the calling thread.
   *
   * @param clusters one or more, by name: each scenario has the cluster, its rules, and all jobs
   *     with their inputs, as if all ran there; the jobs have unique names, and are the same but
   *     for their inputs and numbers of reduces. Precision and seed are those of the first. There
   *     are no failures, accesses and managers of files
   * @throws IllegalArgumentException if the scenarios are others
   * @throws StalledException if jobs are left that were never started, or can never end
   */
  public static ClustersResult run(Map<String, Scenario> clusters, Placer placer) {
    check(clusters);
    ClustersRun run = new ClustersRun(clusters, placer);
    List<JobSpec> jobs = clusters.values().iterator().next().jobs();
    for (JobSpec job : jobs) {
      run.simulation.after(job.submitSeconds(), () -> run.submit(job));
    }
    run.simulation.run();
    if (run.done.size() < jobs.size()) {
      throw new StalledException(run.done.size(), jobs.size(), "jobs", run.simulation.flows());
    }
    return run.result();
  }

  private static void check(Map<String, Scenario> clusters) {
    if (clusters.isEmpty()) {
      throw new IllegalArgumentException("no clusters: must be one or more");
    }
    List<String> names = null;
    for (Map.Entry<String, Scenario> each : clusters.entrySet()) {
      Scenario scenario = each.getValue();
      if (!scenario.failures().nodes().isEmpty()
          || scenario.accessCount() > 0
          || scenario.manager().isPresent()) {
        throw new IllegalArgumentException(
            "cluster " + each.getKey() + ": must have no failures, accesses and manager");
      }
      List<String> own = scenario.jobs().stream().map(JobSpec::name).toList();
      if (names != null && !names.equals(own)) {
        throw new IllegalArgumentException(
            "cluster " + each.getKey() + ": must have the same jobs as the first one");
      }
      if (new LinkedHashSet<>(own).size() < own.size()) {
        throw new IllegalArgumentException("jobs " + own + ": must have unique names");
      }
      for (JobSpec job : scenario.jobs()) {
        if (!own.containsAll(job.terms().after())) {
          throw new IllegalArgumentException(
              "job " + job.name() + " after " + job.terms().after() + ": must be jobs of " + own);
        }
      }
      names = own;
    }
  }

  private Site site(Scenario scenario, SplittableRandom random) {
    Cluster cluster = new Cluster(scenario.cluster(), simulation.flows());
    FileSystem files =
        new FileSystem(
            cluster,
            ClusterRun.placement(scenario.hdfs(), cluster, random.split()),
            ClusterRun.selection(scenario.hdfs(), random.split()));
    for (FileSpec file : scenario.files()) {
      files.create(file);
    }
    JobTracker tracker =
        new JobTracker(
            simulation,
            cluster,
            files,
            scenario.mapReduce(),
            scenario.scheduling(),
            random.split(),
            this::ended);
    Map<String, JobSpec> jobs = new HashMap<>();
    scenario.jobs().forEach(job -> jobs.put(job.name(), job));
    return new Site(cluster, jobs, tracker);
  }

  private void submit(JobSpec job) {
    waiting.put(job.name(), job);
    submitted.add(job);
    ask();
  }

  private void ended(JobRecord record) {
    String name = record.spec().name();
    Started job = running.remove(name);
    // Its end is when its client knows it, which is later than now.
    simulation.after(
        Math.max(0, record.end() - simulation.seconds()),
        () -> {
          done.add(new PlacedJob(name, job.cluster(), job.submitted(), job.at(), record));
          ended.add(name);
          over.add(name);
          ask();
        });
  }

  /** Asks once for all that happens at this moment. */
  private void ask() {
    if (!asks) {
      asks = true;
      simulation.after(0, this::decide);
    }
  }

  private void decide() {
    asks = false;
    forgetAgain();
    List<JobSpec> came = List.copyOf(submitted);
    List<String> gone = List.copyOf(ended);
    submitted.clear();
    ended.clear();
    placer.decide(came, gone, this);
  }

  @Override
  public double seconds() {
    return simulation.seconds();
  }

  @Override
  public void start(String name, String cluster, double inputSeconds) {
    JobSpec job = waiting.remove(name);
    Site site = sites.get(cluster);
    if (job == null || site == null) {
      throw new IllegalArgumentException(
          "start of job "
              + name
              + " on "
              + cluster
              + ": must be a job that waits, and one of "
              + sites.keySet());
    }
    if (!over.containsAll(job.terms().after())) {
      throw new IllegalArgumentException(
          "start of job "
              + name
              + ": all jobs of "
              + job.terms().after()
              + " must have ended before");
    }
    double now = seconds();
    running.put(name, new Started(cluster, job.submitSeconds(), now));
    JobSpec there = site.jobs().get(name);
    site.tracker().submit(there.with(name, now + inputSeconds, there.terms()));
  }

  @Override
  public void askAgain(double seconds) {
    // Later than now even if a double cannot tell the two apart: time goes on.
    long at = Math.max(simulation.now() + 1, Math.round(seconds * NANOS));
    if (again != NONE && againAt <= at) {
      return;
    }
    forgetAgain();
    againAt = at;
    again =
        simulation.at(
            at,
            () -> {
              again = NONE;
              ask();
            });
  }

  private void forgetAgain() {
    if (again != NONE) {
      simulation.cancel(again);
      again = NONE;
    }
  }

  private ClustersResult result() {
    double end = done.stream().mapToDouble(job -> job.record().end()).max().orElse(0);
    Map<String, ClusterUse> uses = new LinkedHashMap<>();
    double idle = 0;
    for (Map.Entry<String, Site> each : sites.entrySet()) {
      Cluster cluster = each.getValue().cluster();
      double[] lives = new double[cluster.nodes()];
      Arrays.fill(lives, end);
      double[] joules = NodeEnergy.joules(cluster, lives);
      uses.put(each.getKey(), ClusterUse.of(cluster, end, joules));
      idle += NodeEnergy.idleWatts(cluster) * end;
    }
    return new ClustersResult(done, uses, idle, simulation.happened());
  }
}
