// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.List;
import java.util.Optional;
import org.athanor.simulator.access.AccessPlan;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.manage.ManagerRules;
import org.athanor.simulator.mapreduce.Framework;
import org.athanor.simulator.mapreduce.MapReduceSettings;
import org.athanor.simulator.mapreduce.Scheduling;

/**
 * All that a simulation depends on: equal scenarios have equal results.
 *
 * @param files that are there at the beginning, with different paths
 * @param jobs whose inputs are among the files; one or more, unless there are accesses
 * @param seed of all chance
 * @param precision of rates, relatively, from 1e-12 to 0.01; coarser ones are faster in large
 *     clusters with full links
 * @param failures of nodes
 * @param accesses of clients without jobs; each plan begins at the beginning
 * @param manager of the files; not together with failures
 */
public record Scenario(
    ClusterSpec cluster,
    HdfsRules hdfs,
    MapReduceSettings mapReduce,
    Scheduling scheduling,
    List<FileSpec> files,
    List<JobSpec> jobs,
    long seed,
    double precision,
    Failures failures,
    List<AccessPlan> accesses,
    Optional<ManagerRules> manager) {

  /** Settings that mean nothing where no job runs. */
  private static final MapReduceSettings NO_JOBS =
      new MapReduceSettings(
          Framework.HADOOP,
          new MapReduceSettings.Output(1, 1),
          new MapReduceSettings.Start(0, 0, 0, 0, 1),
          new MapReduceSettings.Assignment(0, 0, 0, 1),
          new MapReduceSettings.Shuffle(0, 1, 0, 0, 0, false, false));

  public Scenario {
    files = List.copyOf(files);
    jobs = List.copyOf(jobs);
    accesses = List.copyOf(accesses);
    if (jobs.isEmpty() && accesses.isEmpty()) {
      throw new IllegalArgumentException("no jobs and no accesses: must have some");
    }
    if (manager.isPresent() && !failures.nodes().isEmpty()) {
      throw new IllegalArgumentException(
          "failures with a manager of files: must be one or the other");
    }
    int count = cluster.racks().stream().mapToInt(rack -> rack.nodes().size()).sum();
    for (NodeFailure failure : failures.nodes()) {
      if (failure.node() >= count) {
        throw new IllegalArgumentException(
            "failure of node " + failure.node() + ": must be from 0 to " + (count - 1));
      }
    }
  }

  /** A scenario of jobs in which no node fails, and nobody manages files. */
  public Scenario(
      ClusterSpec cluster,
      HdfsRules hdfs,
      MapReduceSettings mapReduce,
      Scheduling scheduling,
      List<FileSpec> files,
      List<JobSpec> jobs,
      long seed,
      double precision) {
    this(
        cluster,
        hdfs,
        mapReduce,
        scheduling,
        files,
        jobs,
        seed,
        precision,
        Failures.none(),
        List.of(),
        Optional.empty());
  }

  /**
   * A scenario of clients without jobs, in which no node fails, and nobody manages files.
   *
   * @param files that are there at the beginning, with different paths
   * @param accesses one or more plans
   */
  public static Scenario ofClients(
      ClusterSpec cluster,
      HdfsRules hdfs,
      List<FileSpec> files,
      List<AccessPlan> accesses,
      long seed,
      double precision) {
    return new Scenario(
        cluster,
        hdfs,
        NO_JOBS,
        new Scheduling.FirstComeFirstServed(),
        files,
        List.of(),
        seed,
        precision,
        Failures.none(),
        accesses,
        Optional.empty());
  }

  /** The same scenario with failures. */
  public Scenario with(Failures nodes) {
    return with(nodes, manager);
  }

  /** The same scenario with a manager of files. */
  public Scenario with(ManagerRules rules) {
    return with(failures, Optional.of(rules));
  }

  private Scenario with(Failures nodes, Optional<ManagerRules> rules) {
    return new Scenario(
        cluster, hdfs, mapReduce, scheduling, files, jobs, seed, precision, nodes, accesses, rules);
  }

  /**
   * The same scenario. Large parts that are equal to those of another one are the other's, so that
   * a sweep has them in memory once.
   */
  public Scenario sharing(Scenario other) {
    return new Scenario(
        cluster.equals(other.cluster) ? other.cluster : cluster,
        hdfs,
        mapReduce,
        scheduling,
        files.equals(other.files) ? other.files : files,
        jobs.equals(other.jobs) ? other.jobs : jobs,
        seed,
        precision,
        failures,
        accesses.equals(other.accesses) ? other.accesses : accesses,
        manager);
  }

  /** Number of accesses of all plans. */
  public int accessCount() {
    return accesses.stream().mapToInt(AccessPlan::accesses).sum();
  }

  /** The same scenario with another seed. */
  public Scenario withSeed(long other) {
    return new Scenario(
        cluster,
        hdfs,
        mapReduce,
        scheduling,
        files,
        jobs,
        other,
        precision,
        failures,
        accesses,
        manager);
  }
}
