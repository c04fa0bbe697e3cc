// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.athanor.results.Results.FrameworkInfo;
import org.athanor.results.Results.NodeInfo;
import org.athanor.results.Results.Skip;
import org.athanor.results.Results.StorageInfo;
import org.athanor.results.Results.WorkloadInfo;

/**
 * One or several experiments that are evaluated together, for example with different versions,
 * machines or settings. Labels are unique in a study: a framework of two experiments appears once
 * for each, with a label that shows the difference, such as {@code spark (4.2.0)} and {@code spark
 * (4.3.0)}. A workload or node that is the same in two experiments appears once.
 *
 * <p>A workload on a storage is a workload of its own, such as {@code terasort, ssd}, with the
 * storage as a setting, since times on different storages belong to different samples.
 *
 * @param sources the experiments, in the order given
 * @param baseline label of the framework that speed-ups refer to
 * @param trials of all experiments; directories and samples are absolute paths
 * @param skipped of all experiments
 */
public record Study(
    List<Source> sources,
    String baseline,
    List<FrameworkInfo> frameworks,
    List<WorkloadInfo> workloads,
    List<NodeInfo> nodes,
    List<TrialResult> trials,
    List<Skip> skipped,
    List<OnStorage> onStorages) {

  /** The setting of a workload on a storage that describes the storage. */
  public static final String STORAGE = "storage";

  /**
   * A workload on a storage.
   *
   * @param label of both in the study, such as {@code terasort, ssd}
   * @param workload the workload's own label, the same on each storage
   * @param storage the storage's label
   */
  public record OnStorage(String label, String workload, String storage) {}

  /** An experiment and the directory of its files. */
  public record Source(Path directory, Results results) {}

  public Study {
    sources = List.copyOf(sources);
    frameworks = List.copyOf(frameworks);
    workloads = List.copyOf(workloads);
    nodes = List.copyOf(nodes);
    trials = List.copyOf(trials);
    skipped = List.copyOf(skipped);
    onStorages = List.copyOf(onStorages);
  }

  /** Reads the {@code results.json} of each directory. */
  public static Study read(List<Path> directories) throws IOException {
    if (directories.isEmpty()) {
      throw new IOException(
          "no results: name at least one directory that holds " + ResultsFile.NAME);
    }
    List<Source> sources = new ArrayList<>();
    for (Path directory : new LinkedHashSet<>(directories)) {
      sources.add(new Source(directory.toAbsolutePath(), ResultsFile.read(directory)));
    }
    return of(sources);
  }

  /** Combines experiments; there must be at least one. */
  public static Study of(List<Source> sources) {
    List<List<String>> frameworkLabels =
        DistinctLabels.frameworks(sources.stream().map(Source::results).toList());
    List<List<String>> workloadLabels =
        DistinctLabels.workloads(sources.stream().map(Source::results).toList());
    List<List<String>> storageLabels =
        DistinctLabels.storages(sources.stream().map(Source::results).toList());
    List<List<String>> nodeLabels =
        DistinctLabels.nodes(sources.stream().map(Source::results).toList());

    List<FrameworkInfo> frameworks = new ArrayList<>();
    Map<String, WorkloadInfo> workloads = new LinkedHashMap<>();
    Map<String, OnStorage> onStorages = new LinkedHashMap<>();
    Map<String, NodeInfo> nodes = new LinkedHashMap<>();
    List<TrialResult> trials = new ArrayList<>();
    List<Skip> skipped = new ArrayList<>();
    for (int s = 0; s < sources.size(); s++) {
      Results results = sources.get(s).results();
      Map<String, String> frameworkNames = new LinkedHashMap<>();
      for (int i = 0; i < results.frameworks().size(); i++) {
        FrameworkInfo info = results.frameworks().get(i);
        String label = frameworkLabels.get(s).get(i);
        frameworkNames.put(info.label(), label);
        frameworks.add(
            new FrameworkInfo(
                label,
                info.kind(),
                info.version(),
                info.mode(),
                info.java(),
                info.settings(),
                info.processes(),
                info.build()));
      }
      Map<String, String> storageNames = new LinkedHashMap<>();
      for (int i = 0; i < results.storages().size(); i++) {
        storageNames.put(results.storages().get(i).label(), storageLabels.get(s).get(i));
      }
      Map<String, String> workloadNames = new LinkedHashMap<>();
      for (int i = 0; i < results.workloads().size(); i++) {
        WorkloadInfo info = results.workloads().get(i);
        String label = workloadLabels.get(s).get(i);
        workloadNames.put(info.label(), label);
        if (results.storages().isEmpty()) {
          workloads.merge(label, info.as(label, info.settings()), Study::withSizesOfBoth);
        }
        for (StorageInfo storage : results.storages()) {
          String name = storageNames.get(storage.label());
          OnStorage both = new OnStorage(onStorage(label, name), label, name);
          Map<String, String> settings = new LinkedHashMap<>(info.settings());
          settings.put(STORAGE, storage.text());
          workloads.merge(both.label(), info.as(both.label(), settings), Study::withSizesOfBoth);
          onStorages.putIfAbsent(both.label(), both);
        }
      }
      Map<String, String> nodeNames = new LinkedHashMap<>();
      for (int i = 0; i < results.nodes().size(); i++) {
        NodeInfo info = results.nodes().get(i);
        String label = nodeLabels.get(s).get(i);
        nodeNames.put(info.name(), label);
        nodes.putIfAbsent(label, new NodeInfo(label, info.system(), info.unavailable()));
      }
      for (Skip skip : results.skipped()) {
        skipped.add(
            new Skip(
                frameworkNames.getOrDefault(skip.framework(), skip.framework()),
                workloadNames.getOrDefault(skip.workload(), skip.workload()),
                skip.reason()));
      }
      for (TrialResult trial : results.trials()) {
        trials.add(
            placed(
                trial,
                sources.get(s).directory(),
                key(trial.key(), frameworkNames, workloadNames, storageNames),
                nodeNames));
      }
    }
    int baseline =
        sources.get(0).results().frameworks().stream()
            .map(FrameworkInfo::label)
            .toList()
            .indexOf(sources.get(0).results().baseline());
    return new Study(
        sources,
        frameworkLabels.get(0).isEmpty() ? "" : frameworkLabels.get(0).get(Math.max(0, baseline)),
        frameworks,
        List.copyOf(workloads.values()),
        List.copyOf(nodes.values()),
        trials,
        skipped,
        List.copyOf(onStorages.values()));
  }

  private static String onStorage(String workload, String storage) {
    return workload + ", " + storage;
  }

  private static TrialKey key(
      TrialKey key,
      Map<String, String> frameworks,
      Map<String, String> workloads,
      Map<String, String> storages) {
    String workload = workloads.get(key.workload());
    Optional<String> storage = key.storage().map(storages::get);
    return new TrialKey(
        frameworks.get(key.framework()),
        storage.map(name -> onStorage(workload, name)).orElse(workload),
        storage,
        key.nodes(),
        key.repetition());
  }

  /** The sizes for numbers of workers that only one of two experiments has. */
  private static WorkloadInfo withSizesOfBoth(WorkloadInfo first, WorkloadInfo second) {
    Map<Integer, Long> sizes = new LinkedHashMap<>(second.inputBytesBySize());
    sizes.putAll(first.inputBytesBySize());
    return first.withInputBytesBySize(sizes);
  }

  private static TrialResult placed(
      TrialResult trial, Path directory, TrialKey key, Map<String, String> nodes) {
    return trial.toBuilder()
        .key(key)
        .nodes(
            trial.nodes().stream()
                .map(use -> placed(use, directory, nodes.get(use.node())))
                .toList())
        .directory(directory.resolve(trial.directory()).toString())
        .build();
  }

  private static NodeUse placed(NodeUse use, Path directory, String node) {
    return new NodeUse(
        node,
        use.totals(),
        directory.resolve(use.samples()).toString(),
        use.power()
            .map(
                power ->
                    power.withSamples(
                        power.samples().map(file -> directory.resolve(file).toString()))),
        use.events(),
        use.role());
  }

  /** The names of the experiments, joined by " + ". */
  public String name() {
    return sources.stream()
        .map(source -> source.results().name())
        .distinct()
        .collect(Collectors.joining(" + "));
  }

  /** The time at which the first experiment started. */
  public Instant started() {
    return sources.stream()
        .map(source -> source.results().started())
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  /** The index of the experiment that has a framework; -1 if none has. */
  public int source(String framework) {
    int index = 0;
    for (int s = 0; s < sources.size(); s++) {
      for (int i = 0; i < sources.get(s).results().frameworks().size(); i++) {
        if (frameworks.get(index++).label().equals(framework)) {
          return s;
        }
      }
    }
    return -1;
  }

  /** The frameworks whose trials were simulated, not measured. */
  public List<String> simulated() {
    return frameworks.stream()
        .map(FrameworkInfo::label)
        .filter(label -> sources.get(source(label)).results().simulation().isPresent())
        .toList();
  }

  /** Whether trials were measured, of some frameworks at least. */
  public boolean measured() {
    List<String> simulated = simulated();
    return simulated.isEmpty() || simulated.size() < frameworks.size();
  }

  /** A sentence that says which times are simulated; empty if all are measured. */
  public Optional<String> simulationNote() {
    List<String> simulated = simulated();
    if (simulated.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        measured()
            ? "Simulated, not measured: " + String.join("; ", simulated) + "."
            : "All times are simulated, not measured.");
  }

  /**
   * The measures of all experiments; of several declarations of one id, the first. Only a counter
   * that another one declares as that of nodes is one: older releases knew no such kind.
   */
  public List<MeasureInfo> measures() {
    Map<String, MeasureInfo> all = new LinkedHashMap<>();
    for (Source source : sources) {
      source
          .results()
          .measures()
          .forEach(measure -> all.merge(measure.id(), measure, MeasureInfo::orOfNodes));
    }
    return List.copyOf(all.values());
  }

  /**
   * The monitors of all experiments that are not Athanor's.
   *
   * @throws IllegalArgumentException if two experiments declare different units of the same
   */
  public List<MonitorInfo> monitors() {
    List<MonitorInfo> all = List.of();
    for (Source source : sources) {
      all = MonitorInfo.unite(all, source.results().monitors());
    }
    return all;
  }

  public Optional<WorkloadInfo> workload(String label) {
    return workloads.stream().filter(workload -> workload.label().equals(label)).findFirst();
  }

  /** The label of a workload without that of the storage that it is on. */
  public String workloadName(String label) {
    return onStorage(label).map(OnStorage::workload).orElse(label);
  }

  /** The label of the storage that a workload is on; empty without storages. */
  public Optional<String> storageName(String label) {
    return onStorage(label).map(OnStorage::storage);
  }

  private Optional<OnStorage> onStorage(String label) {
    return onStorages.stream().filter(both -> both.label().equals(label)).findFirst();
  }
}
