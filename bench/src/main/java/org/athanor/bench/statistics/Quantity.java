// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.statistics;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.athanor.bench.result.AmountText;
import org.athanor.bench.result.NodeUse;
import org.athanor.bench.result.Reading;
import org.athanor.bench.result.Results.WorkloadInfo;
import org.athanor.bench.result.Total;
import org.athanor.bench.result.TrialResult;
import org.athanor.bench.result.Unit;

/**
 * What a trial as a whole is judged by. Sums are over its nodes; a reading that one node lacks
 * makes the sum unavailable, with that node's reason.
 */
public enum Quantity {
  TIME("Time", "s", Better.LESS, "wall time of the framework's client"),
  THROUGHPUT("Throughput", "B/s", Better.MORE, "input size / time"),
  THROUGHPUT_PER_NODE("Throughput per node", "B/s", Better.MORE, "input size / time / nodes"),
  CPU_SECONDS("CPU time", "s", Better.LESS, "CPU seconds of the framework's processes, all nodes"),
  MEMORY_PEAK("Peak memory", "B", Better.LESS, "resident, of the node that used most"),
  DISK_READ("Disk, read", "B", Better.LESS, "bytes, all nodes"),
  DISK_WRITTEN("Disk, written", "B", Better.LESS, "bytes, all nodes"),
  NETWORK_SENT("Network, sent", "B", Better.LESS, "bytes, all nodes"),
  GC_SECONDS("Garbage collection", "s", Better.LESS, "seconds, all JVMs of all nodes"),
  ENERGY("Energy", "J", Better.LESS, "packages, and memory where it is measured, all nodes"),
  POWER("Mean power", "W", Better.LESS, "energy / time, all nodes"),
  ED2P("Energy × time²", "J·s²", Better.LESS, "energy × time², ED²P"),
  PERFORMANCE_PER_WATT("Performance per watt", "B/s/W", Better.MORE, "throughput / mean power"),
  IPC("Instructions per cycle", "", Better.MORE, "mean of the nodes"),
  BRANCH_MISSES("Branch misses", "", Better.LESS, "per branch, mean of the nodes"),
  L1_MISSES("L1 data cache misses", "", Better.LESS, "per load, mean of the nodes"),
  L2_MISSES("L2 cache misses", "", Better.LESS, "per access, mean of the nodes"),
  L3_MISSES("L3 cache misses", "", Better.LESS, "per access, mean of the nodes");

  /** Which direction is good. */
  public enum Better {
    LESS,
    MORE
  }

  private final String label;
  private final String symbol;
  private final Better better;
  private final String formula;

  Quantity(String label, String symbol, Better better, String formula) {
    this.label = label;
    this.symbol = symbol;
    this.better = better;
    this.formula = formula;
  }

  /** Its name in files: {@code cpu_seconds}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  public String label() {
    return label;
  }

  /** Symbol of its unit, without a prefix; empty for ratios. */
  public String symbol() {
    return symbol;
  }

  public Better better() {
    return better;
  }

  /** What it is computed from, in words. */
  public String formula() {
    return formula;
  }

  /** An amount with its unit, as people read it. */
  public String text(double amount) {
    return switch (symbol) {
      case "s" -> AmountText.of(amount, Unit.SECONDS);
      case "" -> AmountText.digits(amount);
      default -> AmountText.prefixed(amount, symbol);
    };
  }

  /** Its value for a trial of that workload, in the base unit, or why there is none. */
  public Measured of(TrialResult trial, Optional<WorkloadInfo> workload) {
    double seconds = trial.wallSeconds();
    return switch (this) {
      case TIME -> Measured.of(seconds);
      case THROUGHPUT -> input(workload).map(bytes -> bytes / seconds);
      case THROUGHPUT_PER_NODE ->
          input(workload).map(bytes -> bytes / seconds / trial.key().nodes());
      case CPU_SECONDS -> sum(trial, Total.CPU_OWN);
      case MEMORY_PEAK -> largest(trial, Total.MEMORY_OWN_PEAK);
      case DISK_READ -> sum(trial, Total.DISK_READ);
      case DISK_WRITTEN -> sum(trial, Total.DISK_WRITTEN);
      case NETWORK_SENT -> sum(trial, Total.NETWORK_SENT);
      case GC_SECONDS -> sum(trial, Total.JVM_GC);
      case ENERGY -> energy(trial);
      case POWER -> energy(trial).map(joules -> joules / seconds);
      case ED2P -> energy(trial).map(joules -> joules * seconds * seconds);
      case PERFORMANCE_PER_WATT ->
          input(workload).with(energy(trial), (bytes, joules) -> bytes / joules);
      case IPC -> mean(trial, Total.IPC);
      case BRANCH_MISSES -> mean(trial, Total.BRANCH_MISSES);
      case L1_MISSES -> mean(trial, Total.L1_MISSES);
      case L2_MISSES -> mean(trial, Total.L2_MISSES);
      case L3_MISSES -> mean(trial, Total.L3_MISSES);
    };
  }

  private static Measured input(Optional<WorkloadInfo> workload) {
    return workload
        .flatMap(WorkloadInfo::inputBytes)
        .filter(bytes -> bytes > 0)
        .map(bytes -> Measured.of(bytes))
        .orElse(Measured.unavailable("the workload's input has no size"));
  }

  /**
   * Packages and, where every node has it, memory; a processor's package counter does not include
   * memory.
   */
  private static Measured energy(TrialResult trial) {
    Measured memory = sum(trial, Total.ENERGY_DRAM);
    Measured packages = sum(trial, Total.ENERGY_PACKAGE);
    return memory.value().isPresent() ? packages.with(memory, Double::sum) : packages;
  }

  private static Measured sum(TrialResult trial, Total total) {
    double sum = 0;
    for (NodeUse use : trial.nodes()) {
      Measured measured = reading(use, total);
      OptionalDouble value = measured.value();
      if (value.isEmpty()) {
        return measured;
      }
      sum += value.getAsDouble();
    }
    return trial.nodes().isEmpty()
        ? Measured.unavailable("no node was measured")
        : Measured.of(sum);
  }

  private static Measured mean(TrialResult trial, Total total) {
    return sum(trial, total).map(sum -> sum / trial.nodes().size());
  }

  private static Measured largest(TrialResult trial, Total total) {
    double largest = 0;
    for (NodeUse use : trial.nodes()) {
      Measured measured = reading(use, total);
      OptionalDouble value = measured.value();
      if (value.isEmpty()) {
        return measured;
      }
      largest = Math.max(largest, value.getAsDouble());
    }
    return trial.nodes().isEmpty()
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
