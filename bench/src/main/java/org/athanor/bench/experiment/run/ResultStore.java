// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.FrameworkSpec;
import org.athanor.bench.experiment.MasterKind;
import org.athanor.bench.experiment.StorageSpec;
import org.athanor.bench.experiment.StorageType;
import org.athanor.bench.experiment.Warm;
import org.athanor.bench.experiment.plan.Plan;
import org.athanor.bench.framework.Framework;
import org.athanor.bench.framework.NodeShare;
import org.athanor.cluster.hadoop.Volumes;
import org.athanor.results.Journal;
import org.athanor.results.MeasureInfo;
import org.athanor.results.MonitorInfo;
import org.athanor.results.Results;
import org.athanor.results.Results.FrameworkInfo;
import org.athanor.results.Results.LayoutInfo;
import org.athanor.results.Results.NodeInfo;
import org.athanor.results.Results.ProjectInfo;
import org.athanor.results.Results.Skip;
import org.athanor.results.Results.Stop;
import org.athanor.results.Results.StorageInfo;
import org.athanor.results.Results.WarmInfo;
import org.athanor.results.Results.WorkloadInfo;
import org.athanor.results.ResultsFile;
import org.athanor.results.TrialKey;
import org.athanor.results.TrialResult;
import org.athanor.storage.decision.StorageConfiguration;
import org.athanor.yaml.text.ByteSize;

/**
 * The results of a run so far, in the journal and in {@code results.json}. Each attempt is appended
 * to the journal as soon as it has ended. {@code results.json} is always rewritten as a whole, and
 * therefore only once per batch: written after each attempt, the total number of bytes would grow
 * with the square of the number of attempts.
 */
final class ResultStore {
  private final Plan plan;
  private final List<TrialKey> begun;
  private final RunDirectory directory;
  private final Journal journal;
  private final DisturbanceRule rule;
  private final Results empty;
  private final Map<TrialKey, List<TrialResult>> attempts = new HashMap<>();
  private final Precision precision;

  /**
   * @param plan the trials that were selected
   * @param whole the trials of the whole experiment, of which earlier runs may have selected others
   */
  ResultStore(
      Experiment experiment,
      Plan plan,
      Plan whole,
      Testbed testbed,
      RunDirectory directory,
      Journal journal,
      Descriptions descriptions) {
    this.plan = plan;
    this.directory = directory;
    this.journal = journal;
    this.rule = new DisturbanceRule(experiment.disturbance(), testbed.processors());
    for (TrialResult trial : journal.trials()) {
      attempts.computeIfAbsent(trial.key(), key -> new ArrayList<>()).add(trial);
    }
    this.empty =
        empty(experiment, testbed, descriptions, journal.header().started(), plan.skipped());
    this.precision = new Precision(experiment.repetitions(), this::counting);
    Set<TrialKey> combinations = new HashSet<>();
    plan.trials().forEach(key -> combinations.add(combination(key)));
    journal.trials().forEach(trial -> combinations.add(combination(trial.key())));
    this.begun =
        whole.trials().stream().filter(key -> combinations.contains(combination(key))).toList();
  }

  /** The trials of a framework and workload on a storage are selected together. */
  private static TrialKey combination(TrialKey key) {
    return new TrialKey(key.framework(), key.workload(), key.storage(), 1, 1);
  }

  /** The descriptions of frameworks, workloads and nodes in the results. */
  record Descriptions(
      String version,
      List<FrameworkInfo> frameworks,
      List<WorkloadInfo> workloads,
      List<NodeInfo> nodes,
      Optional<ProjectInfo> project,
      List<MeasureInfo> measures,
      List<MonitorInfo> monitors) {

    static Descriptions of(
        Experiment experiment,
        Facilities facilities,
        Map<String, Framework> frameworks,
        List<WorkloadInfo> workloads,
        FrameworkVersions versions,
        List<NodeInfo> nodes,
        NodeShare share,
        Optional<ProjectInfo> project,
        List<MeasureInfo> measures,
        List<MonitorInfo> monitors) {
      List<FrameworkInfo> frameworkInfos = new ArrayList<>();
      for (FrameworkSpec spec : experiment.frameworks()) {
        Framework framework = frameworks.get(spec.label());
        frameworkInfos.add(
            new FrameworkInfo(
                spec.label(),
                framework.kind(),
                framework.version(),
                framework.mode(),
                versions.javas().get(spec.label()),
                settings(experiment, spec),
                Optional.of(framework.processes(share)),
                Optional.ofNullable(versions.builds().get(spec.label()))));
      }
      return new Descriptions(
          facilities.version(), frameworkInfos, workloads, nodes, project, measures, monitors);
    }

    /** Trials with data on unlike devices are of other configurations than those without. */
    private static Map<String, String> settings(Experiment experiment, FrameworkSpec spec) {
      Map<String, String> settings = new TreeMap<>(spec.settings());
      settings.putAll(spec.jvm().described());
      spec.storage().ifPresent(storage -> settings.put(StorageConfiguration.SETTING, storage.id()));
      experiment.network(spec).ifPresent(network -> settings.put("network", network));
      StorageSpec first = experiment.storages().get(0);
      if (first.label().isEmpty() && !first.volumes().isEmpty()) {
        settings.put("volumes", Volumes.text(first.volumes()));
      }
      return settings;
    }
  }

  /** The results of an experiment before its first trial. */
  static Results empty(
      Experiment experiment,
      Testbed testbed,
      Descriptions descriptions,
      Instant started,
      List<Skip> skipped) {
    return Results.builder()
        .athanor(descriptions.version())
        .name(experiment.name())
        .started(started)
        .baseline(experiment.baseline())
        .filesystem(experiment.filesystem())
        .coresPerNode(testbed.share().cores())
        .memoryBytesPerNode(testbed.share().memoryBytes())
        .frameworks(descriptions.frameworks())
        .workloads(descriptions.workloads())
        .nodes(descriptions.nodes())
        .skipped(skipped)
        .site(experiment.site())
        .project(descriptions.project())
        .storages(storages(experiment))
        .measures(descriptions.measures())
        .monitors(descriptions.monitors())
        .layout(Optional.of(layout(experiment, testbed)))
        .warm(warm(experiment.warm()))
        .build();
  }

  private static Optional<WarmInfo> warm(Warm warm) {
    return warm.equals(Warm.NOTHING)
        ? Optional.empty()
        : Optional.of(new WarmInfo(warm.memory().map(ByteSize::bytes), warm.input()));
  }

  private static LayoutInfo layout(Experiment experiment, Testbed testbed) {
    MasterKind master =
        experiment.roles().dedicatedMaster() ? MasterKind.DEDICATED : MasterKind.SHARED;
    return new LayoutInfo(master.id(), testbed.share().workers(), testbed.share().tasks());
  }

  /** The storages that have labels, with the interfaces that they use. */
  private static List<StorageInfo> storages(Experiment experiment) {
    return experiment.storages().stream()
        .filter(storage -> storage.label().isPresent())
        .map(
            storage -> {
              Map<String, String> settings = new TreeMap<>(storage.described());
              if (storage.type() == StorageType.HDFS) {
                experiment.network(storage).ifPresent(name -> settings.put("network", name));
              }
              return new StorageInfo(storage.label().orElseThrow(), storage.type().id(), settings);
            })
        .toList();
  }

  DisturbanceRule rule() {
    return rule;
  }

  /** Whether a trial needs no further attempt, or is not needed at all. */
  boolean finished(TrialKey key) {
    return measured(key) || !precision.needs(key);
  }

  private boolean measured(TrialKey key) {
    return rule.finished(key, attempts.getOrDefault(key, List.of()));
  }

  /** The attempt that counts, if there is one; absent if the trial is not finished. */
  private Precision.Finished counting(TrialKey key) {
    if (!measured(key)) {
      return Precision.Finished.NO;
    }
    return rule.settle(attempts.get(key)).stream()
        .filter(TrialResult::counts)
        .findFirst()
        .map(trial -> Precision.Finished.verified(trial.wallSeconds()))
        .orElse(Precision.Finished.FAILED);
  }

  /**
   * The decision that ended the trials of a framework and workload, if this was the last of them
   * and their number was not fixed.
   */
  Optional<Stop> stop(TrialKey last) {
    return precision.stop(last);
  }

  /** Whether all trials of the plan that repeat this one are finished. */
  boolean last(TrialKey key) {
    return plan.trials().stream().filter(key::repeats).allMatch(this::finished);
  }

  /** The number of the next attempt at a trial. */
  int nextAttempt(TrialKey key) {
    return 1 + attempts.getOrDefault(key, List.of()).size();
  }

  /** Number of finished trials of the plan. */
  int done() {
    return (int) plan.trials().stream().filter(this::measured).count();
  }

  /** Number of trials of the plan without those that are not needed, as far as that is known. */
  int total() {
    return (int)
        plan.trials().stream().filter(key -> measured(key) || precision.needs(key)).count();
  }

  /** The trials of the plan that are not finished. */
  List<TrialKey> unfinished() {
    return unfinished(plan.trials());
  }

  private List<TrialKey> unfinished(List<TrialKey> trials) {
    return trials.stream().filter(key -> !finished(key)).toList();
  }

  /** Appends an attempt to the journal, which is on disk when this method returns. */
  void add(TrialResult result) throws IOException {
    journal.append(result);
    attempts.computeIfAbsent(result.key(), key -> new ArrayList<>()).add(result);
  }

  /** Writes {@code results.json}. */
  void write() throws IOException {
    ResultsFile.write(results(), directory.path());
  }

  Results results() {
    return empty.toBuilder()
        .trials(rule.settle(journal.trials()))
        .stops(precision.stops(begun))
        .unfinished(unfinished(begun).size())
        .build();
  }
}
