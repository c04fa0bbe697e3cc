// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import java.util.ArrayList;
import java.util.List;
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
      new Quantity(
          "time",
          "Time",
          "s",
          Better.LESS,
          "wall time of the framework's client",
          (trial, input, memory) -> Measured.of(trial.wallSeconds()));
  public static final Quantity THROUGHPUT =
      new Quantity(
          "throughput",
          "Throughput",
          "B/s",
          Better.MORE,
          "input size / time",
          (trial, input, memory) -> input(trial, input).map(bytes -> bytes / trial.wallSeconds()));
  public static final Quantity THROUGHPUT_PER_NODE =
      new Quantity(
          "throughput_per_node",
          "Throughput per node",
          "B/s",
          Better.MORE,
          "input size / time / workers",
          (trial, input, memory) ->
              input(trial, input).map(bytes -> bytes / trial.wallSeconds() / trial.key().nodes()));
  public static final Quantity CPU_SECONDS =
      new Quantity(
          "cpu_seconds",
          "CPU time",
          "s",
          Better.LESS,
          "CPU seconds of the framework's processes, all workers",
          ofNodes(trial -> NodeTotals.sum(trial, Total.CPU_OWN)));
  public static final Quantity MEMORY_PEAK =
      new Quantity(
          "memory_peak",
          "Peak memory",
          "B",
          Better.LESS,
          "resident, of the node that used most",
          ofNodes(trial -> NodeTotals.largest(trial, Total.MEMORY_OWN_PEAK)));
  public static final Quantity DISK_READ =
      new Quantity(
          "disk_read",
          "Disk, read",
          "B",
          Better.LESS,
          "bytes, all workers",
          ofNodes(trial -> NodeTotals.sum(trial, Total.DISK_READ)));
  public static final Quantity DISK_WRITTEN =
      new Quantity(
          "disk_written",
          "Disk, written",
          "B",
          Better.LESS,
          "bytes, all workers",
          ofNodes(trial -> NodeTotals.sum(trial, Total.DISK_WRITTEN)));
  public static final Quantity NETWORK_SENT =
      new Quantity(
          "network_sent",
          "Network, sent",
          "B",
          Better.LESS,
          "bytes, all workers",
          ofNodes(trial -> NodeTotals.sum(trial, Total.NETWORK_SENT)));
  public static final Quantity GC_SECONDS =
      new Quantity(
          "gc_seconds",
          "Garbage collection",
          "s",
          Better.LESS,
          "seconds, all JVMs of all workers",
          ofNodes(trial -> NodeTotals.sum(trial, Total.JVM_GC)));
  public static final Quantity ENERGY =
      new Quantity(
          "energy",
          "Energy",
          "J",
          Better.LESS,
          "packages, and memory where every counted trial has it, all workers",
          (trial, input, memory) -> NodeTotals.energy(trial, memory));
  public static final Quantity POWER =
      new Quantity(
          "power",
          "Mean power",
          "W",
          Better.LESS,
          "energy / time, all workers",
          (trial, input, memory) ->
              NodeTotals.energy(trial, memory).map(joules -> joules / trial.wallSeconds()));
  public static final Quantity ED2P =
      new Quantity(
          "ed2p",
          "Energy × time²",
          "J·s²",
          Better.LESS,
          "energy × time², ED²P",
          (trial, input, memory) ->
              NodeTotals.energy(trial, memory)
                  .map(joules -> joules * trial.wallSeconds() * trial.wallSeconds()));
  public static final Quantity PERFORMANCE_PER_WATT =
      new Quantity(
          "performance_per_watt",
          "Performance per watt",
          "B/s/W",
          Better.MORE,
          "throughput / mean power",
          (trial, input, memory) ->
              input(trial, input)
                  .with(NodeTotals.energy(trial, memory), (bytes, joules) -> bytes / joules));
  public static final Quantity IPC =
      new Quantity(
          "ipc",
          "Instructions per cycle",
          "",
          Better.MORE,
          "sums of all workers",
          ofNodes(trial -> NodeTotals.ratio(trial, Total.IPC, Total.INSTRUCTIONS, Total.CYCLES)));
  public static final Quantity BRANCH_MISSES =
      new Quantity(
          "branch_misses",
          "Branch misses",
          "",
          Better.LESS,
          "per branch, sums of all workers",
          ofNodes(
              trial ->
                  NodeTotals.ratio(
                      trial, Total.BRANCH_MISSES, Total.BRANCHES_MISSED, Total.BRANCHES)));
  public static final Quantity L1_MISSES =
      new Quantity(
          "l1_misses",
          "L1 data cache misses",
          "",
          Better.LESS,
          "per load, sums of all workers",
          ofNodes(
              trial ->
                  NodeTotals.ratio(trial, Total.L1_MISSES, Total.L1_LOADS_MISSED, Total.L1_LOADS)));
  public static final Quantity L2_MISSES =
      new Quantity(
          "l2_misses",
          "L2 cache misses",
          "",
          Better.LESS,
          "per access, sums of all workers",
          ofNodes(
              trial ->
                  NodeTotals.ratio(
                      trial, Total.L2_MISSES, Total.L2_ACCESSES_MISSED, Total.L2_ACCESSES)));
  public static final Quantity L3_MISSES =
      new Quantity(
          "l3_misses",
          "L3 cache misses",
          "",
          Better.LESS,
          "per access, sums of all workers",
          ofNodes(
              trial ->
                  NodeTotals.ratio(
                      trial, Total.L3_MISSES, Total.L3_ACCESSES_MISSED, Total.L3_ACCESSES)));

  private static final Quantity RESULT_THROUGHPUT =
      new Quantity(
          "result_throughput",
          "Throughput of results",
          "B/s",
          Better.MORE,
          "result size / time",
          (trial, input, memory) -> resultPerSecond(trial));

  private static final Quantity RESULT_THROUGHPUT_PER_NODE =
      new Quantity(
          "result_throughput_per_node",
          "Throughput of results per node",
          "B/s",
          Better.MORE,
          "result size / time / workers",
          (trial, input, memory) -> resultPerSecond(trial).map(rate -> rate / trial.key().nodes()));

  /** Needs the size of results, which older releases did not measure. */
  private static final List<Quantity> OF_RESULTS =
      List.of(RESULT_THROUGHPUT, RESULT_THROUGHPUT_PER_NODE);

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

  private final String id;
  private final String label;
  private final String symbol;
  private final Better better;
  private final String meaning;
  private final Formula formula;
  private final Optional<MeasureInfo.Kind> declared;

  private Quantity(
      String id, String label, String symbol, Better better, String meaning, Formula formula) {
    this(id, label, symbol, better, meaning, formula, Optional.empty());
  }

  private Quantity(
      String id,
      String label,
      String symbol,
      Better better,
      String meaning,
      Formula formula,
      Optional<MeasureInfo.Kind> declared) {
    this.id = id;
    this.label = label;
    this.symbol = symbol;
    this.better = better;
    this.meaning = meaning;
    this.formula = formula;
    this.declared = declared;
  }

  /** Computes a quantity. */
  private interface Formula {
    Measured of(TrialResult trial, Optional<WorkloadInfo> workload, boolean memory);
  }

  private static Formula ofNodes(Function<TrialResult, Measured> totals) {
    return (trial, workload, memory) -> totals.apply(trial);
  }

  /** The quantity of a declared measure. */
  public static Quantity of(MeasureInfo measure) {
    return new Quantity(
        measure.id(),
        measure.label(),
        measure.unit().symbol(),
        measure.better(),
        measure.meaning(),
        (trial, workload, memory) -> reading(trial, measure.id()),
        Optional.of(measure.kind()));
  }

  /** All quantities of a study: those of every trial, then those that its experiments declare. */
  public static List<Quantity> all(Study study) {
    List<MeasureInfo> declared = study.measures();
    List<Quantity> all = new ArrayList<>(COMMON);
    if (declared.stream().anyMatch(measure -> measure.id().equals(TrialResult.RESULT_SIZE))) {
      all.addAll(OF_RESULTS);
    }
    declared.forEach(measure -> all.add(of(measure)));
    return all;
  }

  /** All quantities of a study that have figures. */
  public static List<Quantity> withFigures(Study study) {
    return all(study).stream().filter(quantity -> !quantity.counter()).toList();
  }

  /** The counters of frameworks in a study. */
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

  /** Whether it is a counter of frameworks, which is shown in a table instead of a figure. */
  public boolean counter() {
    return declared.equals(Optional.of(MeasureInfo.Kind.COUNTER));
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
