// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.fit;

import java.util.List;
import java.util.Locale;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.DeviceSpec;
import org.athanor.simulator.cluster.DeviceUse;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.Power;
import org.athanor.simulator.cluster.Slots;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.mapreduce.Framework;
import org.athanor.simulator.mapreduce.MapReduceSettings;
import org.athanor.simulator.mapreduce.Scheduling;
import org.athanor.simulator.run.ClusterRun;
import org.athanor.simulator.run.HdfsRules;
import org.athanor.simulator.run.Scenario;
import org.athanor.storage.tier.DeviceType;

/**
 * The machine that was measured, and what the jobs of a framework cost there: found by fitting.
 *
 * @param framework that runs the jobs
 * @param jobSeconds client and ApplicationMaster or driver, from their start to their end
 * @param jobCoreSeconds what these compute
 * @param taskSeconds from a free container to the first record of a process, besides computing
 * @param taskCoreSeconds what the start of a process computes
 * @param sortMap core-seconds of TeraSort's maps for each GB of input
 * @param countMap the same of WordCount
 * @param reduce core-seconds of reduces for each GB that is shuffled
 */
record JobModel(
    Framework framework,
    double jobSeconds,
    double jobCoreSeconds,
    double taskSeconds,
    double taskCoreSeconds,
    double sortMap,
    double countMap,
    double reduce) {

  private static final int CORES = 2;

  /** Cycles for each byte are core-seconds for each GB. */
  private static final double CLOCK = 1e9;

  /** Data stay in the page cache. */
  private static final double DEVICE = 1e9;

  private static final double LINK = 1e10;
  private static final long BLOCK = 128 << 20;

  /** What fills 80 % of 100 MB, Hadoop's {@code mapreduce.task.io.sort.mb}. */
  private static final long SORT_BUFFER = 80 << 20;

  /** What a Worker or an executor holds: more than any of the jobs shuffles. */
  private static final long NODE_MEMORY = 2L << 30;

  /** What is usual: a JVM's start takes some core-seconds, for example. */
  private static double[] usual(Framework framework) {
    return switch (framework) {
      case HADOOP -> new double[] {12, 12, 2, 4, 40, 100, 40};
      case ATHANOR -> new double[] {3.5, 3, 2, 6, 7, 45, 6};
      case SPARK -> new double[] {4, 6, 3, 8, 10, 30, 10};
    };
  }

  /** How much it costs to leave that: so numbers that the times do not tell stay as they are. */
  private static final double WEIGHT = 1e-3;

  /**
   * Finds the model with the least squares of relative errors of times and of what processors
   * worked, and, with little weight, of the logarithms of how far its numbers are from what is
   * usual.
   */
  static JobModel fit(Framework framework, List<MeasuredJob> jobs) {
    double[] usual = usual(framework);
    return of(
        framework,
        CoordinateSearch.minimum(
            numbers -> squares(of(framework, numbers), jobs) + WEIGHT * unusual(numbers, usual),
            usual));
  }

  private static double unusual(double[] numbers, double[] usual) {
    double sum = 0;
    for (int i = 0; i < numbers.length; i++) {
      sum += Math.pow(Math.log(numbers[i] / usual[i]), 2);
    }
    return sum;
  }

  private static JobModel of(Framework framework, double... n) {
    return new JobModel(framework, n[0], n[1], n[2], n[3], n[4], n[5], n[6]);
  }

  private static double squares(JobModel model, List<MeasuredJob> jobs) {
    return jobs.stream()
        .mapToDouble(job -> Math.pow(model.error(job), 2) + Math.pow(model.coreError(job), 2))
        .sum();
  }

  /** As {@link #error}, of core-seconds. */
  double coreError(MeasuredJob job) {
    return coreSeconds(job) / job.coreSeconds() - 1;
  }

  /** What all processes of a job compute. */
  double coreSeconds(MeasuredJob job) {
    return jobCoreSeconds
        + job.processes() * taskCoreSeconds
        + job.bytes() / 1e9 * mapCoreSeconds(job)
        + job.shuffleBytes() / 1e9 * reduce;
  }

  private double mapCoreSeconds(MeasuredJob job) {
    return job.sorts() ? sortMap : countMap;
  }

  /** What is simulated, relative to what was measured, without 1. */
  double error(MeasuredJob job) {
    return seconds(job) / job.mean() - 1;
  }

  /** How long a job takes. */
  double seconds(MeasuredJob job) {
    return ClusterRun.run(scenario(job), ended -> {}).makespan();
  }

  private Scenario scenario(MeasuredJob job) {
    DeviceSpec device =
        new DeviceSpec(DeviceType.DISK, DEVICE, DEVICE, 0, 1L << 40, DeviceUse.ALL, Power.NONE);
    NodeSpec node =
        new NodeSpec(
            "machine",
            CORES,
            CLOCK,
            LINK,
            List.of(device),
            Slots.containers(job.containers()),
            Power.NONE);
    JobSpec spec =
        new JobSpec(
            job.name(),
            "default",
            0,
            "/in",
            job.maps(),
            job.reduces(),
            job.shuffleBytes(),
            job.outputBytes(),
            mapCoreSeconds(job),
            reduce);
    return new Scenario(
        ClusterSpec.ofEqual(node, 1),
        HdfsRules.stock(),
        settings(),
        new Scheduling.FirstComeFirstServed(),
        List.of(new FileSpec("/in", job.bytes(), BLOCK, 1)),
        List.of(spec),
        1,
        1e-9);
  }

  /** Hadoop's own, and what is fitted. */
  private MapReduceSettings settings() {
    return new MapReduceSettings(
        framework,
        new MapReduceSettings.Output(BLOCK, 1),
        new MapReduceSettings.Start(jobSeconds, 0, taskSeconds, taskCoreSeconds, CORES),
        new MapReduceSettings.Assignment(0, 0, 0, 1),
        new MapReduceSettings.Shuffle(0.05, 5, SORT_BUFFER, 0, NODE_MEMORY, false, true));
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s: job %.1f s and %.1f core-seconds, process %.1f s and %.1f core-seconds,"
            + " maps of TeraSort %.0f and of WordCount %.0f, reduces %.0f core-seconds/GB",
        framework,
        jobSeconds,
        jobCoreSeconds,
        taskSeconds,
        taskCoreSeconds,
        sortMap,
        countMap,
        reduce);
  }
}
