// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.athanor.results.NodeUse;
import org.athanor.results.Reading;
import org.athanor.results.Total;
import org.athanor.results.TrialResult;

/**
 * Totals of the nodes that worked, without a dedicated master, combined. If one lacks the reading,
 * the combination is unavailable, with that node's reason.
 */
final class NodeTotals {

  private NodeTotals() {}

  /** Whether the energy of memory is known on all workers of the trial. */
  static boolean hasMemoryEnergy(TrialResult trial) {
    return sum(trial, Total.ENERGY_DRAM).value().isPresent();
  }

  /** Whether the energy of the packages is known on all workers of the trial. */
  static boolean hasEnergy(TrialResult trial) {
    return sum(trial, Total.ENERGY_PACKAGE).value().isPresent();
  }

  /** The nodes of a trial whose packages' energy is known, those included that do not work. */
  static Stream<NodeUse> withEnergy(TrialResult trial) {
    return trial.nodes().stream()
        .filter(use -> reading(use, Total.ENERGY_PACKAGE).value().isPresent());
  }

  /** Whether the energy of a node's memory is known. */
  static boolean hasMemoryEnergy(NodeUse use) {
    return reading(use, Total.ENERGY_DRAM).value().isPresent();
  }

  /** Adds the energy of memory if asked to: the packages' counters do not include it. */
  static Measured energy(TrialResult trial, boolean memory) {
    Measured packages = sum(trial, Total.ENERGY_PACKAGE);
    return memory ? packages.with(sum(trial, Total.ENERGY_DRAM), Double::sum) : packages;
  }

  static Measured sum(TrialResult trial, Total total) {
    double sum = 0;
    for (NodeUse use : trial.workers()) {
      Measured measured = reading(use, total);
      OptionalDouble value = measured.value();
      if (value.isEmpty()) {
        return measured;
      }
      sum += value.getAsDouble();
    }
    return trial.workers().isEmpty()
        ? Measured.unavailable("no node was measured")
        : Measured.of(sum);
  }

  /**
   * The sum of the events over all workers divided by the sum of the base: a node that did more
   * work has more weight. Results of schema 1 have only each node's ratio, which is used if there
   * is one node.
   */
  static Measured ratio(TrialResult trial, Total ofNode, Total events, Total base) {
    if (trial.workers().size() == 1 && !trial.workers().get(0).totals().containsKey(base)) {
      return sum(trial, ofNode);
    }
    Measured sum = sum(trial, base);
    if (sum.value().isPresent() && sum.value().getAsDouble() <= 0) {
      return Measured.unavailable(base.label() + " were counted 0 times");
    }
    return sum(trial, events).with(sum, (part, whole) -> part / whole);
  }

  static Measured largest(TrialResult trial, Total total) {
    double largest = 0;
    for (NodeUse use : trial.workers()) {
      Measured measured = reading(use, total);
      OptionalDouble value = measured.value();
      if (value.isEmpty()) {
        return measured;
      }
      largest = Math.max(largest, value.getAsDouble());
    }
    return trial.workers().isEmpty()
        ? Measured.unavailable("no node was measured")
        : Measured.of(largest);
  }

  static Measured reading(NodeUse use, Total total) {
    Reading reading = use.totals().get(total);
    if (reading instanceof Reading.Value value) {
      return Measured.of(value.amount());
    }
    if (reading instanceof Reading.Unavailable unavailable) {
      return Measured.unavailable(use.node() + ": " + unavailable.reason());
    }
    return Measured.unavailable(use.node() + ": " + total.id() + " was not measured");
  }
}
