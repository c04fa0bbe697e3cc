// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulated;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.cli.sweep.Sweep;
import org.athanor.cli.sweep.SweepItem;
import org.athanor.cli.sweep.VariantRun;
import org.athanor.results.Results;
import org.athanor.results.Results.FrameworkInfo;
import org.athanor.results.ResultsFile;
import org.athanor.results.TrialResult;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.file.Variant;
import org.athanor.simulator.run.Scenario;

/**
 * Runs of a scenario as results of an experiment: a variant is a framework on a number of nodes, a
 * seed is a repetition, the scenario and its jobs are workloads. The results say that they are
 * simulated.
 *
 * @param name of the scenario
 * @param version of Athanor
 * @param started when the simulations started
 */
public record SimulatedExperiment(String name, String version, Instant started) {
  private static final String KIND = "simulation";

  /**
   * Writes {@code results.json} and {@code trials/} into an existing directory.
   *
   * @param sweep one item or more, whose results have time lines
   */
  public void write(Sweep sweep, Path directory) throws IOException {
    List<Variant> variants =
        sweep.items().stream()
            .filter(item -> item.repetition() == 1)
            .map(SweepItem::variant)
            .toList();
    VariantLabels labels = new VariantLabels(variants);
    WorkloadLabels workloads = new WorkloadLabels(name, variants);
    SimulatedNodes nodes = new SimulatedNodes();
    List<TrialResult> trials = trials(sweep, labels, new RunTrials(workloads, nodes), directory);
    Map<String, FrameworkInfo> frameworks = new LinkedHashMap<>();
    variants.forEach(variant -> frameworks.putIfAbsent(labels.of(variant), info(labels, variant)));
    ResultsFile.write(
        Results.builder()
            .athanor(version)
            .name(name)
            .started(started)
            .baseline(labels.of(variants.get(0)))
            .filesystem("hdfs")
            .coresPerNode(mostCores(variants.get(0).scenario()))
            .frameworks(List.copyOf(frameworks.values()))
            .workloads(workloads.all())
            .nodes(nodes.all())
            .trials(trials)
            .simulation(Optional.of("simulated by Athanor " + version))
            .measures(RunMeasures.ALL)
            .build(),
        directory);
  }

  private List<TrialResult> trials(
      Sweep sweep, VariantLabels labels, RunTrials trials, Path directory) throws IOException {
    List<TrialResult> all = new ArrayList<>();
    for (int i = 0; i < sweep.items().size(); i++) {
      SweepItem item = sweep.items().get(i);
      String label = labels.of(item.variant());
      String trial =
          "trials/"
              + (i + 1)
              + "-"
              + FileNames.of(item.variant().name())
              + "-r"
              + item.repetition();
      Files.createDirectories(directory.resolve(trial));
      // Repetitions are rounds: the same seed is comparable, so the report pairs them.
      Instant begin = started.plusMillis(i);
      Optional<VariantRun> run = sweep.run(i);
      if (run.isEmpty()) {
        all.add(
            trials.failed(
                label,
                VariantLabels.nodes(item.variant()),
                item.repetition(),
                begin,
                sweep.outcomes().get(i).failure(),
                trial));
      } else {
        all.addAll(trials.of(run.get(), label, begin, directory, trial));
      }
    }
    return all;
  }

  private FrameworkInfo info(VariantLabels labels, Variant variant) {
    return new FrameworkInfo(
        labels.of(variant), KIND, version, "simulated", "–", labels.settings(variant));
  }

  private static int mostCores(Scenario scenario) {
    return scenario.cluster().racks().stream()
        .flatMap(rack -> rack.nodes().stream())
        .mapToInt(NodeSpec::cores)
        .max()
        .orElseThrow();
  }
}
