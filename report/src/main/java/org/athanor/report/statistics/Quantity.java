// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.athanor.results.AmountText;
import org.athanor.results.Better;
import org.athanor.results.MeasureInfo;
import org.athanor.results.Reading;
import org.athanor.results.Results.WorkloadInfo;
import org.athanor.results.Study;
import org.athanor.results.Total;
import org.athanor.results.TrialResult;
import org.athanor.results.Unit;

/**
 * A quantity of a whole trial: one of those that every trial has, or one that its experiment
 * declares. Sums are over the nodes that worked, without a dedicated master; if one of them lacks
 * the reading, the sum is unavailable, with that node's reason.
 */
public final class Quantity {
  public static final Quantity TIME =
      less("time", "Time", "s")
          .of("wall time of the framework's client", trial -> Measured.of(trial.wallSeconds()));
  public static final Quantity THROUGHPUT =
      more("throughput", "Throughput", "B/s")
          .by(
              "input size / time",
              (trial, workload, memory) ->
                  input(trial, workload).map(bytes -> bytes / trial.wallSeconds()));
  public static final Quantity THROUGHPUT_PER_NODE =
      more("throughput_per_node", "Throughput per node", "B/s")
          .by(
              "input size / time / workers",
              (trial, workload, memory) ->
                  input(trial, workload)
                      .map(bytes -> bytes / trial.wallSeconds() / trial.key().nodes()));
  public static final Quantity CPU_SECONDS =
      less("cpu_seconds", "CPU time", "s")
          .of(
              "CPU seconds of the framework's processes, all workers",
              trial -> NodeTotals.sum(trial, Total.CPU_OWN));
  public static final Quantity MEMORY_PEAK =
      less("memory_peak", "Peak memory", "B")
          .of(
              "resident, of the node that used most",
              trial -> NodeTotals.largest(trial, Total.MEMORY_OWN_PEAK));
  public static final Quantity DISK_READ =
      less("disk_read", "Disk, read", "B")
          .of("bytes, all workers", trial -> NodeTotals.sum(trial, Total.DISK_READ));
  public static final Quantity DISK_WRITTEN =
      less("disk_written", "Disk, written", "B")
          .of("bytes, all workers", trial -> NodeTotals.sum(trial, Total.DISK_WRITTEN));
  public static final Quantity NETWORK_SENT =
      less("network_sent", "Network, sent", "B")
          .of("bytes, all workers", trial -> NodeTotals.sum(trial, Total.NETWORK_SENT));
  public static final Quantity GC_SECONDS =
      less("gc_seconds", "Garbage collection", "s")
          .of("seconds, all JVMs of all workers", trial -> NodeTotals.sum(trial, Total.JVM_GC));
  public static final Quantity ENERGY =
      less("energy", "Energy", "J")
          .by(
              "packages, and memory where every counted trial has it, all workers",
              (trial, workload, memory) -> NodeTotals.energy(trial, memory));
  public static final Quantity POWER =
      less("power", "Mean power", "W")
          .by(
              "energy / time, all workers",
              (trial, workload, memory) ->
                  NodeTotals.energy(trial, memory).map(joules -> joules / trial.wallSeconds()));
  public static final Quantity ED2P =
      less("ed2p", "Energy × time²", "J·s²")
          .by(
              "energy × time², ED²P",
              (trial, workload, memory) -> ed2p(trial, NodeTotals.energy(trial, memory)));
  public static final Quantity PERFORMANCE_PER_WATT =
      more("performance_per_watt", "Performance per watt", "B/s/W")
          .by(
              "throughput / mean power",
              (trial, workload, memory) ->
                  input(trial, workload)
                      .with(NodeTotals.energy(trial, memory), (bytes, joules) -> bytes / joules));
  public static final Quantity IPC =
      more("ipc", "Instructions per cycle", "")
          .of(
              "sums of all workers",
              trial -> NodeTotals.ratio(trial, Total.IPC, Total.INSTRUCTIONS, Total.CYCLES));
  public static final Quantity BRANCH_MISSES =
      less("branch_misses", "Branch misses", "")
          .of(
              "per branch, sums of all workers",
              trial ->
                  NodeTotals.ratio(
                      trial, Total.BRANCH_MISSES, Total.BRANCHES_MISSED, Total.BRANCHES));
  public static final Quantity L1_MISSES =
      less("l1_misses", "L1 data cache misses", "")
          .of(
              "per load, sums of all workers",
              trial ->
                  NodeTotals.ratio(trial, Total.L1_MISSES, Total.L1_LOADS_MISSED, Total.L1_LOADS));
  public static final Quantity L2_MISSES =
      less("l2_misses", "L2 cache misses", "")
          .of(
              "per access, sums of all workers",
              trial ->
                  NodeTotals.ratio(
                      trial, Total.L2_MISSES, Total.L2_ACCESSES_MISSED, Total.L2_ACCESSES));
  public static final Quantity L3_MISSES =
      less("l3_misses", "L3 cache misses", "")
          .of(
              "per access, sums of all workers",
              trial ->
                  NodeTotals.ratio(
                      trial, Total.L3_MISSES, Total.L3_ACCESSES_MISSED, Total.L3_ACCESSES));

  /** Needs the energy of whole nodes, which only experiments with meters have. */
  public static final Quantity NODE_ED2P =
      less("node_ed2p", "Energy of whole nodes × time²", "J·s²")
          .of(
              "energy × time² of whole nodes, ED²P",
              trial -> ed2p(trial, reading(trial, TrialResult.NODE_ENERGY)));

  private static final Quantity RESULT_THROUGHPUT =
      more("result_throughput", "Throughput of results", "B/s")
          .of("result size / time", Quantity::resultPerSecond);

  private static final Quantity RESULT_THROUGHPUT_PER_NODE =
      more("result_throughput_per_node", "Throughput of results per node", "B/s")
          .of(
              "result size / time / workers",
              trial -> resultPerSecond(trial).map(rate -> rate / trial.key().nodes()));

  private static final List<Quantity> COMMON =
      List.of(
          TIME,
          THROUGHPUT,
          THROUGHPUT_PER_NODE,
          CPU_SECONDS,
          MEMORY_PEAK,
          DISK_READ,
          DISK_WRITTEN,
          NETWORK_SENT,
          GC_SECONDS,
          ENERGY,
          POWER,
          ED2P,
          PERFORMANCE_PER_WATT,
          IPC,
          BRANCH_MISSES,
          L1_MISSES,
          L2_MISSES,
          L3_MISSES);

  /** Quantities that are computed from a measure, so that only its experiments have them. */
  private static final Map<String, List<Quantity>> DERIVED =
      Map.of(
          TrialResult.RESULT_SIZE, List.of(RESULT_THROUGHPUT, RESULT_THROUGHPUT_PER_NODE),
          TrialResult.NODE_ENERGY, List.of(NODE_ED2P));

  private final String id;
  private final String label;
  private final String symbol;
  private final Better better;
  private final String meaning;
  private final Formula formula;
  private final Optional<MeasureInfo.Kind> declared;

  private Quantity(
      Name name, String meaning, Formula formula, Optional<MeasureInfo.Kind> declared) {
    this.id = name.id();
    this.label = name.label();
    this.symbol = name.symbol();
    this.better = name.better();
    this.meaning = meaning;
    this.formula = formula;
    this.declared = declared;
  }

  /** Computes a quantity. */
  private interface Formula {
    Measured of(TrialResult trial, Optional<WorkloadInfo> workload, boolean memory);
  }

  /** A quantity before it is known how it is computed. */
  private record Name(String id, String label, String symbol, Better better) {
    /** The quantity, computed from a trial alone. */
    Quantity of(String meaning, Function<TrialResult, Measured> ofTrial) {
      return by(meaning, (trial, workload, memory) -> ofTrial.apply(trial));
    }

    Quantity by(String meaning, Formula formula) {
      return new Quantity(this, meaning, formula, Optional.empty());
    }
  }

  private static Name less(String id, String label, String symbol) {
    return new Name(id, label, symbol, Better.LESS);
  }

  private static Name more(String id, String label, String symbol) {
    return new Name(id, label, symbol, Better.MORE);
  }

  /** The quantity of a declared measure. */
  public static Quantity of(MeasureInfo measure) {
    return new Quantity(
        new Name(measure.id(), measure.label(), measure.unit().symbol(), measure.better()),
        measure.meaning(),
        (trial, workload, memory) -> reading(trial, measure.id()),
        Optional.of(measure.kind()));
  }

  /** All quantities of a study: those of every trial, then those that its experiments declare. */
  public static List<Quantity> all(Study study) {
    List<MeasureInfo> declared = study.measures();
    List<Quantity> all = new ArrayList<>(COMMON);
    declared.forEach(measure -> all.addAll(DERIVED.getOrDefault(measure.id(), List.of())));
    declared.forEach(measure -> all.add(of(measure)));
    return all;
  }

  /** All quantities of a study that have figures. */
  public static List<Quantity> withFigures(Study study) {
    return all(study).stream().filter(quantity -> !quantity.counter()).toList();
  }

  /** The counters of frameworks and of nodes in a study. */
  public static List<Quantity> counters(Study study) {
    return all(study).stream().filter(Quantity::counter).toList();
  }

  /** The quantity's name in files: {@code cpu_seconds}. */
  public String id() {
    return id;
  }

  public String label() {
    return label;
  }

  /** The symbol of the unit, without a prefix; empty for ratios and counts. */
  public String symbol() {
    return symbol;
  }

  public Better better() {
    return better;
  }

  /** How the quantity is computed, in words. */
  public String meaning() {
    return meaning;
  }

  /**
   * Whether only some workloads measure the quantity, or only some frameworks report it; it is then
   * shown for these only.
   */
  public boolean declared() {
    return declared.isPresent();
  }

  /** Whether it is a counter, which is shown in a table instead of a figure. */
  public boolean counter() {
    return declared.filter(kind -> kind != MeasureInfo.Kind.RESULT).isPresent();
  }

  /** Whether nodes count it, of all processes, and not a framework. */
  public boolean ofNodes() {
    return declared.equals(Optional.of(MeasureInfo.Kind.NODE_COUNTER));
  }

  /** An amount with its unit, rounded for readers. */
  public String text(double amount) {
    return switch (symbol) {
      case "s" -> AmountText.of(amount, Unit.SECONDS);
      case "" -> AmountText.digits(amount);
      default -> AmountText.prefixed(amount, symbol);
    };
  }

  /**
   * The value for a trial in the base unit, or why there is none.
   *
   * @param memory whether energies include that of memory; it must be the same for all trials that
   *     are compared
   */
  public Measured of(TrialResult trial, Optional<WorkloadInfo> workload, boolean memory) {
    return formula.of(trial, workload, memory);
  }

  @Override
  public String toString() {
    return id;
  }

  private static Measured ed2p(TrialResult trial, Measured energy) {
    return energy.map(joules -> joules * trial.wallSeconds() * trial.wallSeconds());
  }

  private static Measured resultPerSecond(TrialResult trial) {
    return reading(trial, TrialResult.RESULT_SIZE).map(bytes -> bytes / trial.wallSeconds());
  }

  private static Measured reading(TrialResult trial, String id) {
    Reading reading =
        trial.measures().getOrDefault(id, Reading.unavailable("the trial does not have it"));
    return reading instanceof Reading.Value value
        ? Measured.of(value.amount())
        : Measured.unavailable(((Reading.Unavailable) reading).reason());
  }

  private static Measured input(TrialResult trial, Optional<WorkloadInfo> workload) {
    return workload
        .flatMap(info -> info.inputBytes(trial.key().nodes()))
        .filter(bytes -> bytes > 0)
        .map(bytes -> Measured.of(bytes))
        .orElseGet(
            () ->
                Measured.unavailable(
                    workload
                        .map(WorkloadInfo::unknownSize)
                        .orElse("the workload is not described")));
  }
}
