// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.athanor.cluster.SystemInfo;
import org.athanor.results.Results.FrameworkInfo;
import org.athanor.results.Results.LayoutInfo;
import org.athanor.results.Results.NodeInfo;
import org.athanor.results.Results.Stop;
import org.athanor.results.Results.StorageInfo;
import org.athanor.results.Results.WorkloadInfo;

/** Builds trials and results for tests. */
public final class Trials {

  public static final long INPUT_BYTES = 100_000_000L;
  private static final Instant STARTED = Instant.parse("2026-03-01T08:00:00Z");

  private Trials() {}

  /** A verified trial on nodes n1, n2, …, each with 2 CPU seconds per second and 10 W. */
  public static TrialResult trial(
      String framework, String workload, int nodes, int repetition, double seconds) {
    List<NodeUse> uses = new ArrayList<>();
    for (int n = 1; n <= nodes; n++) {
      uses.add(
          new NodeUse(
              "n" + n,
              Map.of(
                  Total.CPU_OWN, Reading.of(2 * seconds, Unit.SECONDS),
                  Total.INSTRUCTIONS, Reading.of(1.25e9 * n, Unit.COUNT),
                  Total.CYCLES, Reading.of(1e9 * n, Unit.COUNT),
                  Total.IPC, Reading.of(1.25, Unit.RATIO),
                  Total.ENERGY_PACKAGE, Reading.of(10 * seconds, Unit.JOULES),
                  Total.ENERGY_DRAM, Reading.unavailable("no powercap")),
              "trials/samples-n" + n + ".csv"));
    }
    return TrialResult.builder(new TrialKey(framework, workload, nodes, repetition), "trials/x")
        .started(STARTED)
        .wallSeconds(seconds)
        .nodes(uses)
        .build();
  }

  /** The same trial on a storage. */
  public static TrialResult onStorage(TrialResult trial, String storage) {
    TrialKey key = trial.key();
    return trial.toBuilder()
        .key(
            new TrialKey(
                key.framework(),
                key.workload(),
                Optional.of(storage),
                key.nodes(),
                key.repetition()))
        .build();
  }

  /** The same trial with another outcome. */
  public static TrialResult with(TrialResult trial, Outcome outcome, String reason) {
    return trial.toBuilder().unverified(outcome, reason).build();
  }

  /** The same trial with measures. */
  public static TrialResult with(TrialResult trial, Map<String, Reading> measures) {
    return trial.toBuilder().measures(measures).build();
  }

  /** The same results with declared measures. */
  public static Results declaring(Results results, MeasureInfo... measures) {
    return results.toBuilder().measures(List.of(measures)).build();
  }

  /** The same trial with another start, in seconds after the experiment's. */
  public static TrialResult startedAt(TrialResult trial, long seconds) {
    return trial.toBuilder().started(STARTED.plusSeconds(seconds)).build();
  }

  /** An experiment with the frameworks, workloads and nodes of the trials. */
  public static Results results(String name, String version, List<TrialResult> trials) {
    return Results.builder()
        .athanor("0.1.0")
        .name(name)
        .started(STARTED)
        .baseline(trials.get(0).key().framework())
        .coresPerNode(2)
        .memoryBytesPerNode(6_000_000_000L)
        .frameworks(
            trials.stream()
                .map(trial -> trial.key().framework())
                .distinct()
                .map(label -> new FrameworkInfo(label, label, version, "local", "17", Map.of()))
                .toList())
        .workloads(
            trials.stream()
                .map(trial -> trial.key().workload())
                .distinct()
                .map(label -> new WorkloadInfo(label, label, INPUT_BYTES, "random text", Map.of()))
                .toList())
        .nodes(
            trials.stream()
                .flatMap(trial -> trial.nodes().stream())
                .map(NodeUse::node)
                .distinct()
                .map(node -> new NodeInfo(node, system(node), Map.of()))
                .toList())
        .trials(trials)
        .storages(
            trials.stream()
                .flatMap(trial -> trial.key().storage().stream())
                .distinct()
                .map(label -> new StorageInfo(label, "hdfs", Map.of("data", "/" + label)))
                .toList())
        .build();
  }

  /** The same results of frameworks that are builds of the user. */
  public static Results withBuild(String build, Results results) {
    return results.toBuilder()
        .frameworks(
            results.frameworks().stream()
                .map(
                    info ->
                        new FrameworkInfo(
                            info.label(),
                            info.kind(),
                            info.version(),
                            info.mode(),
                            info.java(),
                            info.settings(),
                            info.processes(),
                            Optional.of(build)))
                .toList())
        .build();
  }

  /** The same results of an experiment that started at another time. */
  public static Results startedAt(Results results, Instant started) {
    return results.toBuilder().started(started).build();
  }

  /** The same results of nodes with so much memory, three quarters of which are used. */
  public static Results withMemory(Results results, long bytes) {
    return results.toBuilder()
        .memoryBytesPerNode(bytes / 4 * 3)
        .nodes(
            results.nodes().stream()
                .map(
                    node ->
                        new NodeInfo(
                            node.name(), withMemory(node.system(), bytes), node.unavailable()))
                .toList())
        .build();
  }

  /** The same results, if all nodes had been such a machine. */
  public static Results withSystem(Results results, SystemInfo system) {
    return results.toBuilder()
        .nodes(
            results.nodes().stream()
                .map(node -> new NodeInfo(node.name(), system, node.unavailable()))
                .toList())
        .build();
  }

  private static SystemInfo withMemory(SystemInfo system, long bytes) {
    return new SystemInfo(
        system.host(),
        system.operatingSystem(),
        system.kernel(),
        system.architecture(),
        system.cpuModel(),
        system.processors(),
        bytes,
        system.governor(),
        system.virtualization(),
        system.java(),
        system.javaHome(),
        system.quota());
  }

  /** The same results, if they had been simulated. */
  public static Results simulated(Results results) {
    return results.toBuilder()
        .memoryBytesPerNode(0)
        .simulation(Optional.of("simulated by Athanor 0.1.0"))
        .build();
  }

  /** The same results, if the number of trials had not been fixed. */
  public static Results stopped(Results results, List<Stop> stops) {
    return results.toBuilder().stops(stops).build();
  }

  /**
   * The same results of workloads whose inputs grow with the number of workers, with a dedicated
   * master.
   */
  public static Results weak(Results results) {
    Map<Integer, Long> sizes = new TreeMap<>();
    results
        .trials()
        .forEach(trial -> sizes.put(trial.key().nodes(), trial.key().nodes() * INPUT_BYTES));
    return results.toBuilder()
        .workloads(
            results.workloads().stream()
                .map(
                    info ->
                        new WorkloadInfo(
                            info.label(),
                            info.kind(),
                            Optional.empty(),
                            info.inputBytesSource(),
                            info.input(),
                            Map.of(WorkloadInfo.SIZE_PER_WORKER, "" + INPUT_BYTES),
                            sizes))
                .toList())
        .layout(Optional.of(new LayoutInfo("dedicated", 2, 8)))
        .build();
  }

  /** The same trial, one of whose nodes was the master only. */
  public static TrialResult withMaster(TrialResult trial, String node) {
    return trial.toBuilder()
        .nodes(
            trial.nodes().stream()
                .map(use -> use.node().equals(node) ? use.withRole(Optional.of("master")) : use)
                .toList())
        .build();
  }

  public static Study study(TrialResult... trials) {
    return study(List.of(trials));
  }

  public static Study study(List<TrialResult> trials) {
    return Study.of(List.of(new Study.Source(Path.of("/results"), results("test", "1", trials))));
  }

  /** The trials of one framework and workload with these times. */
  public static List<TrialResult> repeated(
      String framework, String workload, int nodes, double... seconds) {
    List<TrialResult> trials = new ArrayList<>();
    for (double time : seconds) {
      trials.add(trial(framework, workload, nodes, trials.size() + 1, time));
    }
    return trials;
  }

  private static SystemInfo system(String host) {
    return new SystemInfo(
        host,
        "Debian GNU/Linux 12 (bookworm)",
        "6.1.0",
        "x86_64",
        "a CPU",
        2,
        8_000_000_000L,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
