// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.FrameworkSpec;
import org.athanor.bench.experiment.Order;
import org.athanor.bench.experiment.WorkloadSpec;
import org.athanor.results.Results.Skip;
import org.athanor.results.TrialKey;

/**
 * The trials of an experiment in the order in which they run.
 *
 * <p>Sizes come one after the other, since each is a cluster of its own. Within a size, {@link
 * Order#INTERLEAVED} runs round after round: the warm-ups, then each repetition; in a round every
 * framework has one turn with all workloads, and another one begins each time. Warm-ups are rounds
 * too, so that every measured trial finds the same: daemons just started, caches as the others left
 * them. {@link Order#GROUPED} gives each framework one turn with everything.
 *
 * @param turns in order
 * @param skipped combinations of the whole experiment that cannot run, whatever was selected: the
 *     results of a run that selects a part keep the reasons of the rest
 */
public record Plan(List<Turn> turns, List<Skip> skipped) {

  public Plan {
    turns = List.copyOf(turns);
    skipped = List.copyOf(skipped);
  }

  /**
   * @param unsupported why a framework cannot run a workload; empty if it can
   */
  public static Plan of(
      Experiment experiment,
      Selection selection,
      BiFunction<FrameworkSpec, WorkloadSpec, Optional<String>> unsupported) {
    List<Skip> skipped = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
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
        columns.add(new Column(framework.label(), workloads));
      }
    }
    List<Turn> turns = new ArrayList<>();
    for (int nodes : experiment.sizes()) {
      if (experiment.order() == Order.INTERLEAVED) {
        interleave(experiment, columns, nodes, turns);
      } else {
        for (Column column : columns) {
          List<TrialKey> trials = new ArrayList<>();
          for (int round = first(experiment); round <= experiment.repetitions(); round++) {
            trials.addAll(column.trials(nodes, round));
          }
          turns.add(new Turn(nodes, column.framework(), trials));
        }
      }
    }
    return new Plan(turns, skipped);
  }

  private static void interleave(
      Experiment experiment, List<Column> columns, int nodes, List<Turn> turns) {
    int start = 0;
    for (int round = first(experiment); round <= experiment.repetitions(); round++) {
      for (int i = 0; i < columns.size(); i++) {
        Column column = columns.get((start + i) % columns.size());
        turns.add(new Turn(nodes, column.framework(), column.trials(nodes, round)));
      }
      start++;
    }
  }

  /** The repetition of the first warm-up, or 1. */
  private static int first(Experiment experiment) {
    return 1 - experiment.warmups();
  }

  /** All trials in order. */
  public List<TrialKey> trials() {
    return turns.stream().flatMap(turn -> turn.trials().stream()).toList();
  }

  /** A framework and the workloads it can run. */
  private record Column(String framework, List<String> workloads) {
    List<TrialKey> trials(int nodes, int round) {
      return workloads.stream()
          .map(workload -> new TrialKey(framework, workload, nodes, round))
          .toList();
    }
  }
}
