// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.athanor.cluster.hadoop.Volumes;
import org.athanor.results.Results.SiteInfo;
import org.athanor.yaml.text.ByteSize;

/**
 * An experiment, as its file specifies it. Defaults are filled in, except those that depend on the
 * machines.
 *
 * @param name letters, digits, {@code -}, {@code _} and {@code .}
 * @param sizes numbers of nodes to run with, ascending
 * @param volumes of each node's part of that HDFS; if empty, it has one without limits
 * @param cores cores of each node that a framework may use; if empty, as many as the weakest node
 *     has
 * @param memory memory of each node that a framework may use; if empty, what the weakest node can
 *     spare
 * @param frameworks in the order of the report
 * @param repetitions measured trials of each combination of framework, workload and size
 * @param warmups trials before the measured ones, which are not counted
 * @param timeout time limit of one trial of a workload that has none of its own
 * @param baseline label of the framework that speed-ups are relative to
 * @param seed seed of generated inputs
 * @param dropCaches whether page caches are dropped before each trial; needs root
 * @param monitors ids of the monitors that take samples; empty for all
 * @param interval time between samples
 * @param site where the nodes are, if the file says it
 * @param work directory on every node for data, spills and outputs
 * @param output directory of the results; if empty, one below {@code ./athanor-results}
 */
public record Experiment(
    String name,
    List<NodeSpec> nodes,
    List<Integer> sizes,
    FileSystemKind filesystem,
    List<Volumes> volumes,
    Optional<Integer> cores,
    Optional<ByteSize> memory,
    List<FrameworkSpec> frameworks,
    List<WorkloadSpec> workloads,
    Repetitions repetitions,
    int warmups,
    Duration timeout,
    String baseline,
    long seed,
    boolean dropCaches,
    Set<String> monitors,
    Duration interval,
    Disturbance disturbance,
    Order order,
    Optional<SiteInfo> site,
    Optional<Path> work,
    Optional<Path> output) {

  public Experiment {
    nodes = List.copyOf(nodes);
    sizes = List.copyOf(sizes);
    volumes = List.copyOf(volumes);
    frameworks = List.copyOf(frameworks);
    workloads = List.copyOf(workloads);
    monitors = Set.copyOf(monitors);
  }

  /** The framework with a label. */
  public FrameworkSpec framework(String label) {
    return frameworks.stream().filter(each -> each.label().equals(label)).findFirst().orElseThrow();
  }

  /** The workload with a label. */
  public WorkloadSpec workload(String label) {
    return workloads.stream().filter(each -> each.label().equals(label)).findFirst().orElseThrow();
  }

  /** The time limit of one trial of a workload. */
  public Duration timeout(String workload) {
    return workload(workload).timeout().orElse(timeout);
  }

  /**
   * The same experiment with other numbers of trials.
   *
   * @param before warm-ups, 0 or more
   */
  public Experiment withTrials(Repetitions measured, int before) {
    return with(workloads, measured, before, timeout);
  }

  /** The same experiment with one time limit for the trials of all workloads. */
  public Experiment withTimeout(Duration limit) {
    List<WorkloadSpec> same =
        workloads.stream()
            .map(
                each ->
                    new WorkloadSpec(
                        each.kind(), each.label(), each.settings(), Optional.empty(), each.hooks()))
            .toList();
    return with(same, repetitions, warmups, limit);
  }

  private Experiment with(
      List<WorkloadSpec> otherWorkloads,
      Repetitions otherRepetitions,
      int otherWarmups,
      Duration otherTimeout) {
    return new Experiment(
        name,
        nodes,
        sizes,
        filesystem,
        volumes,
        cores,
        memory,
        frameworks,
        otherWorkloads,
        otherRepetitions,
        otherWarmups,
        otherTimeout,
        baseline,
        seed,
        dropCaches,
        monitors,
        interval,
        disturbance,
        order,
        site,
        work,
        output);
  }
}
