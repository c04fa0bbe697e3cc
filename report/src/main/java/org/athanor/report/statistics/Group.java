// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.athanor.results.NodeUse;
import org.athanor.results.Outcome;
import org.athanor.results.Results.WorkloadInfo;
import org.athanor.results.Total;
import org.athanor.results.TrialKey;
import org.athanor.results.TrialResult;

/**
 * The trials of one framework with one workload on one number of nodes.
 *
 * @param memoryEnergy whether energies include that of memory
 * @param counted the trials that statistics use
 * @param others warm-ups, failures, and trials that a later attempt superseded
 */
public record Group(
    String framework,
    String workload,
    int nodes,
    Optional<WorkloadInfo> input,
    boolean memoryEnergy,
    List<TrialResult> counted,
    List<TrialResult> others) {

  public Group {
    counted = List.copyOf(counted);
    others = List.copyOf(others);
  }

  /** The same trials, with energies that include that of memory or do not. */
  Group withMemoryEnergy(boolean included) {
    return new Group(framework, workload, nodes, input, included, counted, others);
  }

  /** The counted trials' values of a quantity; empty if none has one. */
  public Optional<Sample> sample(Quantity quantity) {
    double[] values =
        counted.stream()
            .map(trial -> value(quantity, trial).value())
            .filter(java.util.OptionalDouble::isPresent)
            .mapToDouble(java.util.OptionalDouble::getAsDouble)
            .toArray();
    return values.length == 0 ? Optional.empty() : Optional.of(Sample.of(values));
  }

  /** The times of the counted trials that have a value of a quantity; empty if none has one. */
  public Optional<Sample> timesWith(Quantity quantity) {
    double[] times =
        counted.stream()
            .filter(trial -> value(quantity, trial).value().isPresent())
            .mapToDouble(TrialResult::wallSeconds)
            .toArray();
    return times.length == 0 ? Optional.empty() : Optional.of(Sample.of(times));
  }

  private Measured value(Quantity quantity, TrialResult trial) {
    return quantity.of(trial, input, memoryEnergy);
  }

  /** Why {@link #sample} has no value for some or all counted trials; empty if it has all. */
  public Optional<String> unavailable(Quantity quantity) {
    if (counted.isEmpty()) {
      return Optional.of(failures() > 0 ? "every trial failed" : "no trial has ended");
    }
    Set<String> reasons = new LinkedHashSet<>();
    for (TrialResult trial : counted) {
      String reason = value(quantity, trial).reason();
      if (!reason.isEmpty()) {
        reasons.add(reason);
      }
    }
    return reasons.stream().findFirst();
  }

  /**
   * The number of trials, except warm-ups, of which no attempt was verified: they failed, timed
   * out, or had a wrong output.
   */
  public int failures() {
    Set<TrialKey> verified =
        Stream.concat(counted.stream(), others.stream())
            .filter(attempt -> attempt.outcome() == Outcome.VERIFIED)
            .map(TrialResult::key)
            .collect(Collectors.toSet());
    return (int)
        failed().map(TrialResult::key).filter(key -> !verified.contains(key)).distinct().count();
  }

  /** The number of attempts, except at warm-ups, that were not verified. */
  public int failedAttempts() {
    return (int) failed().count();
  }

  private Stream<TrialResult> failed() {
    return others.stream()
        .filter(attempt -> !attempt.key().warmUp() && attempt.outcome() != Outcome.VERIFIED);
  }

  /** The number of counted trials during which something else used the nodes. */
  public int disturbed() {
    return (int) counted.stream().filter(trial -> trial.disturbance().isPresent()).count();
  }

  /** The counted trial with the median time, or with the next smaller time. */
  public Optional<TrialResult> typical() {
    List<TrialResult> sorted =
        counted.stream().sorted(Comparator.comparingDouble(TrialResult::wallSeconds)).toList();
    return sorted.isEmpty() ? Optional.empty() : Optional.of(sorted.get((sorted.size() - 1) / 2));
  }

  /**
   * One value for each worker that has the total: its median over the counted trials. So these
   * values show differences between nodes, not between trials.
   */
  public Optional<Sample> betweenNodes(Total total) {
    Set<String> names = new LinkedHashSet<>();
    counted.forEach(trial -> trial.workers().forEach(use -> names.add(use.node())));
    List<Double> medians = new ArrayList<>();
    for (String name : names) {
      double[] values =
          counted.stream()
              .flatMap(trial -> trial.workers().stream())
              .filter(use -> use.node().equals(name))
              .map((NodeUse use) -> NodeTotals.reading(use, total).value())
              .filter(java.util.OptionalDouble::isPresent)
              .mapToDouble(java.util.OptionalDouble::getAsDouble)
              .toArray();
      if (values.length > 0) {
        medians.add(Sample.of(values).median());
      }
    }
    return medians.isEmpty()
        ? Optional.empty()
        : Optional.of(Sample.of(medians.stream().mapToDouble(Double::doubleValue).toArray()));
  }
}
