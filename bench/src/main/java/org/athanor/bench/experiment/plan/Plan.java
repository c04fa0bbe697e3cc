// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.FrameworkSpec;
import org.athanor.bench.experiment.Order;
import org.athanor.bench.experiment.StorageSpec;
import org.athanor.bench.experiment.WorkloadSpec;
import org.athanor.results.Results.Skip;
import org.athanor.results.TrialKey;

/**
 * The trials of an experiment in the order in which they run.
 *
 * <p>Sizes run one after the other, since each size is a different cluster. Within a size, {@link
 * Order#INTERLEAVED} runs in rounds: first the warm-ups, then each repetition. In a round every
 * framework runs one batch with all of its workloads on each storage, and each round begins with
 * another framework and storage. The batches of a storage follow one another, because only one
 * storage runs at a time. Warm-ups are rounds like the others, so that every measured trial starts
 * under the same conditions: newly started daemons, and caches as the other frameworks left them.
 * {@link Order#GROUPED} runs all trials of a framework as one batch. If the number of repetitions
 * is not fixed, the plan has the largest number, and a run leaves out what turns out not to be
 * needed.
 *
 * @param batches the batches in the order in which they run
 * @param skipped combinations of the whole experiment that cannot run, including those that are not
 *     selected: the results of a run of a part keep the reasons of the rest
 */
public record Plan(List<TrialBatch> batches, List<Skip> skipped) {

  public Plan {
    batches = List.copyOf(batches);
    skipped = List.copyOf(skipped);
  }

  /**
   * Plans an experiment.
   *
   * @param unsupported tells why a framework cannot run a workload; empty if it can
   */
  public static Plan of(
      Experiment experiment,
      Selection selection,
      BiFunction<FrameworkSpec, WorkloadSpec, Optional<String>> unsupported) {
    List<Skip> skipped = new ArrayList<>();
    List<FrameworkTrials> frameworks = new ArrayList<>();
    for (FrameworkSpec framework : experiment.frameworks()) {
      List<String> workloads = new ArrayList<>();
      for (WorkloadSpec workload : experiment.workloads()) {
        Optional<String> reason = unsupported.apply(framework, workload);
        if (reason.isPresent()) {
          skipped.add(new Skip(framework.label(), workload.label(), reason.get()));
        } else if (selection.includes(framework.label(), workload.label())) {
          workloads.add(workload.label());
        }
      }
      if (!workloads.isEmpty()) {
        frameworks.add(new FrameworkTrials(framework.label(), workloads, selection));
      }
    }
    List<TrialBatch> batches = new ArrayList<>();
    for (int nodes : experiment.sizes()) {
      if (experiment.order() == Order.INTERLEAVED) {
        interleave(experiment, frameworks, nodes, batches);
      } else {
        group(experiment, frameworks, nodes, batches);
      }
    }
    return new Plan(batches, skipped);
  }

  private static void group(
      Experiment experiment,
      List<FrameworkTrials> frameworks,
      int nodes,
      List<TrialBatch> batches) {
    for (StorageSpec storage : experiment.storages()) {
      for (FrameworkTrials framework : frameworks) {
        List<TrialKey> trials = new ArrayList<>();
        for (int round = firstRound(experiment);
            round <= experiment.repetitions().most();
            round++) {
          trials.addAll(framework.trials(storage, nodes, round));
        }
        add(nodes, storage, framework, trials, batches);
      }
    }
  }

  private static void interleave(
      Experiment experiment,
      List<FrameworkTrials> frameworks,
      int nodes,
      List<TrialBatch> batches) {
    List<StorageSpec> storages = experiment.storages();
    int start = 0;
    for (int round = firstRound(experiment); round <= experiment.repetitions().most(); round++) {
      for (int s = 0; s < storages.size(); s++) {
        StorageSpec storage = storages.get((start + s) % storages.size());
        for (int i = 0; i < frameworks.size(); i++) {
          FrameworkTrials framework = frameworks.get((start + i) % frameworks.size());
          add(nodes, storage, framework, framework.trials(storage, nodes, round), batches);
        }
      }
      start++;
    }
  }

  /** Adds a batch, unless the selection leaves out all of its trials. */
  private static void add(
      int nodes,
      StorageSpec storage,
      FrameworkTrials framework,
      List<TrialKey> trials,
      List<TrialBatch> batches) {
    if (!trials.isEmpty()) {
      batches.add(new TrialBatch(nodes, storage.label(), framework.label(), trials));
    }
  }

  /** The number of the first round: 1, or less if there are warm-ups. */
  private static int firstRound(Experiment experiment) {
    return 1 - experiment.warmups();
  }

  /** All trials in the order in which they run. */
  public List<TrialKey> trials() {
    return batches.stream().flatMap(batch -> batch.trials().stream()).toList();
  }

  /** A framework and the selected workloads that it can run. */
  private record FrameworkTrials(String label, List<String> workloads, Selection selection) {
    List<TrialKey> trials(StorageSpec storage, int nodes, int round) {
      return workloads.stream()
          .filter(workload -> selection.includes(label, workload, storage.label()))
          .map(workload -> new TrialKey(label, workload, storage.label(), nodes, round))
          .toList();
    }
  }
}
