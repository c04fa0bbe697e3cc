// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.athanor.bench.monitor.OwnMonitorSpec;
import org.athanor.bench.power.PowerSpec;
import org.athanor.results.Results.SiteInfo;

/**
 * An experiment, as its file specifies it. Defaults are filled in, except those that depend on the
 * machines.
 *
 * @param name letters, digits, {@code -}, {@code _} and {@code .}
 * @param roles what the nodes are for
 * @param sizes numbers of nodes that work, ascending
 * @param storages where inputs and outputs are, one or more; each trial has one of them
 * @param network the interface whose addresses daemons and tasks use; if empty, the nodes' names
 * @param fresh how often storages are emptied; if empty, only HDFS, with each number of nodes
 * @param resources what a framework may use of each node that works
 * @param frameworks in the order of the report
 * @param repetitions measured trials of each combination of framework, workload and size
 * @param warmups trials before the measured ones, which are not counted
 * @param timeout time limit of one trial of a workload that has none of its own
 * @param baseline label of the framework that speed-ups are relative to
 * @param seed seed of generated inputs
 * @param dropCaches whether page caches are dropped before each trial; needs root
 * @param warm what is made warm before each trial
 * @param monitors ids of the monitors that take samples; empty for all
 * @param events events that are counted in addition to those of every experiment
 * @param ownMonitors monitors of the user
 * @param interval time between samples
 * @param power meters outside the nodes, one for each node at most
 * @param site where the nodes are, if the file says it
 * @param work directory on every node for data, spills and outputs
 * @param output directory of the results; if empty, one below {@code ./athanor-results}
 */
public record Experiment(
    String name,
    List<NodeSpec> nodes,
    NodeRoles roles,
    List<Integer> sizes,
    List<StorageSpec> storages,
    Optional<String> network,
    Optional<Fresh> fresh,
    ResourceSpec resources,
    List<FrameworkSpec> frameworks,
    List<WorkloadSpec> workloads,
    Repetitions repetitions,
    int warmups,
    Duration timeout,
    String baseline,
    long seed,
    boolean dropCaches,
    Warm warm,
    Set<String> monitors,
    List<String> events,
    List<OwnMonitorSpec> ownMonitors,
    Duration interval,
    List<PowerSpec> power,
    Disturbance disturbance,
    Order order,
    Optional<SiteInfo> site,
    Optional<Path> work,
    Optional<Path> output) {

  public Experiment {
    nodes = List.copyOf(nodes);
    sizes = List.copyOf(sizes);
    storages = List.copyOf(storages);
    frameworks = List.copyOf(frameworks);
    workloads = List.copyOf(workloads);
    monitors = Set.copyOf(monitors);
    events = List.copyOf(events);
    ownMonitors = List.copyOf(ownMonitors);
    power = List.copyOf(power);
  }

  /** The framework with a label. */
  public FrameworkSpec framework(String label) {
    return frameworks.stream().filter(each -> each.label().equals(label)).findFirst().orElseThrow();
  }

  /** The workload with a label. */
  public WorkloadSpec workload(String label) {
    return workloads.stream().filter(each -> each.label().equals(label)).findFirst().orElseThrow();
  }

  /**
   * The storage with a label.
   *
   * @param label as in trials: empty for the only one, without a label
   */
  public StorageSpec storage(Optional<String> label) {
    return storages.stream().filter(each -> each.label().equals(label)).findFirst().orElseThrow();
  }

  /** The types of its storages, each once, such as {@code hdfs} or {@code hdfs, shared}. */
  public String filesystem() {
    return storages.stream()
        .map(storage -> storage.type().id())
        .distinct()
        .collect(Collectors.joining(", "));
  }

  /** Whether all inputs and outputs are on the local file system of the only node. */
  public boolean onlyLocal() {
    return storages.stream().allMatch(storage -> storage.type() == StorageType.LOCAL);
  }

  /** The interface for the daemons of a storage; empty if the nodes' names are used. */
  public Optional<String> network(StorageSpec storage) {
    return storage.network().or(() -> network);
  }

  /** The interface for a framework; empty if the nodes' names are used. */
  public Optional<String> network(FrameworkSpec framework) {
    return framework.network().or(() -> network);
  }

  /** All interfaces that it names, each once. */
  public Set<String> networks() {
    Set<String> all = new LinkedHashSet<>();
    network.ifPresent(all::add);
    storages.forEach(storage -> storage.network().ifPresent(all::add));
    frameworks.forEach(framework -> framework.network().ifPresent(all::add));
    return all;
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
        roles,
        sizes,
        storages,
        network,
        fresh,
        resources,
        frameworks,
        otherWorkloads,
        otherRepetitions,
        otherWarmups,
        otherTimeout,
        baseline,
        seed,
        dropCaches,
        warm,
        monitors,
        events,
        ownMonitors,
        interval,
        power,
        disturbance,
        order,
        site,
        work,
        output);
  }
}
