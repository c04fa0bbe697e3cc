// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.athanor.results.AmountText;
import org.athanor.results.NodeUse;
import org.athanor.results.Reading;
import org.athanor.results.Results.WorkloadInfo;
import org.athanor.results.Total;
import org.athanor.results.TrialResult;
import org.athanor.results.Unit;

/**
 * A quantity of a whole trial. Sums are over the trial's nodes; if one node lacks the reading, the
 * sum is unavailable, with that node's reason.
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
  ENERGY(
      "Energy",
      "J",
      Better.LESS,
      "packages, and memory where every counted trial has it, all nodes"),
  POWER("Mean power", "W", Better.LESS, "energy / time, all nodes"),
  ED2P("Energy × time²", "J·s²", Better.LESS, "energy × time², ED²P"),
  PERFORMANCE_PER_WATT("Performance per watt", "B/s/W", Better.MORE, "throughput / mean power"),
  IPC("Instructions per cycle", "", Better.MORE, "sums of all nodes"),
  BRANCH_MISSES("Branch misses", "", Better.LESS, "per branch, sums of all nodes"),
  L1_MISSES("L1 data cache misses", "", Better.LESS, "per load, sums of all nodes"),
  L2_MISSES("L2 cache misses", "", Better.LESS, "per access, sums of all nodes"),
  L3_MISSES("L3 cache misses", "", Better.LESS, "per access, sums of all nodes"),
  INTERMEDIATE_DATA(
      "Intermediate data", "B", Better.LESS, "bytes between maps and reduces, all jobs"),
  WRITE_TIME("Writing, time", "s", Better.LESS, "the writing job, as its client sees it"),
  WRITE_THROUGHPUT(
      "Writing, throughput", "B/s", Better.MORE, "bytes / sum of the tasks' times (TestDFSIO)"),
  WRITE_IO_RATE("Writing, mean I/O rate", "B/s", Better.MORE, "mean of the tasks (TestDFSIO)"),
  READ_TIME("Reading, time", "s", Better.LESS, "the reading job, as its client sees it"),
  READ_THROUGHPUT(
      "Reading, throughput", "B/s", Better.MORE, "bytes / sum of the tasks' times (TestDFSIO)"),
  READ_IO_RATE("Reading, mean I/O rate", "B/s", Better.MORE, "mean of the tasks (TestDFSIO)"),
  FIRST_JOB_TIME("First job, time", "s", Better.LESS, "of a series, as its client sees it"),
  LATER_JOB_TIME("Later jobs, time", "s", Better.LESS, "median of a series without its first job"),
  JOBS_MEAN(
      "Jobs, mean time",
      "s",
      Better.LESS,
      "of the jobs of a simulated run, from submission to end"),
  JOBS_MEDIAN(
      "Jobs, median time",
      "s",
      Better.LESS,
      "of the jobs of a simulated run, from submission to end"),
  JOBS_P95(
      "Jobs, 95th percentile",
      "s",
      Better.LESS,
      "of the jobs of a simulated run, from submission to end"),
  JOBS_P99(
      "Jobs, 99th percentile",
      "s",
      Better.LESS,
      "of the jobs of a simulated run, from submission to end"),
  WAITS_MEDIAN(
      "Waits, median",
      "s",
      Better.LESS,
      "of the jobs of a simulated run, from submission to the first task"),
  WAITS_P95(
      "Waits, 95th percentile",
      "s",
      Better.LESS,
      "of the jobs of a simulated run, from submission to the first task"),
  SLOWDOWNS_MEDIAN(
      "Slowdown, median", "", Better.LESS, "of jobs: time / time from the first task to the end"),
  SLOWDOWNS_P95(
      "Slowdown, 95th percentile",
      "",
      Better.LESS,
      "of jobs: time / time from the first task to the end"),
  MAPS_MEDIAN(
      "Maps, median time", "s", Better.LESS, "of the maps of a simulated run, from slot to end"),
  MAPS_P95(
      "Maps, 95th percentile",
      "s",
      Better.LESS,
      "of the maps of a simulated run, from slot to end"),
  REDUCES_MEDIAN(
      "Reduces, median time",
      "s",
      Better.LESS,
      "of the reduces of a simulated run, from slot to end"),
  REDUCES_P95(
      "Reduces, 95th percentile",
      "s",
      Better.LESS,
      "of the reduces of a simulated run, from slot to end");

  /** Whether smaller or larger amounts are better. */
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

  /** The quantity's name in files: {@code cpu_seconds}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  public String label() {
    return label;
  }

  /** The symbol of the unit, without a prefix; empty for ratios. */
  public String symbol() {
    return symbol;
  }

  public Better better() {
    return better;
  }

  /** How the quantity is computed, in words. */
  public String formula() {
    return formula;
  }

  /** An amount with its unit, rounded for readers. */
  public String text(double amount) {
    return switch (symbol) {
      case "s" -> AmountText.of(amount, Unit.SECONDS);
      case "" -> AmountText.digits(amount);
      default -> AmountText.prefixed(amount, symbol);
    };
  }

  /** Whether the energy of memory is known on all nodes of the trial. */
  static boolean hasMemoryEnergy(TrialResult trial) {
    return sum(trial, Total.ENERGY_DRAM).value().isPresent();
  }

  /** Whether the energy of the packages is known on all nodes of the trial. */
  static boolean hasEnergy(TrialResult trial) {
    return sum(trial, Total.ENERGY_PACKAGE).value().isPresent();
  }

  /**
   * The value for a trial in the base unit, or why there is none.
   *
   * @param memory whether energies include that of memory; it must be the same for all trials that
   *     are compared
   */
  public Measured of(TrialResult trial, Optional<WorkloadInfo> workload, boolean memory) {
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
      case ENERGY -> energy(trial, memory);
      case POWER -> energy(trial, memory).map(joules -> joules / seconds);
      case ED2P -> energy(trial, memory).map(joules -> joules * seconds * seconds);
      case PERFORMANCE_PER_WATT ->
          input(workload).with(energy(trial, memory), (bytes, joules) -> bytes / joules);
      case IPC -> ratio(trial, Total.IPC, Total.INSTRUCTIONS, Total.CYCLES);
      case BRANCH_MISSES ->
          ratio(trial, Total.BRANCH_MISSES, Total.BRANCHES_MISSED, Total.BRANCHES);
      case L1_MISSES -> ratio(trial, Total.L1_MISSES, Total.L1_LOADS_MISSED, Total.L1_LOADS);
      case L2_MISSES -> ratio(trial, Total.L2_MISSES, Total.L2_ACCESSES_MISSED, Total.L2_ACCESSES);
      case L3_MISSES -> ratio(trial, Total.L3_MISSES, Total.L3_ACCESSES_MISSED, Total.L3_ACCESSES);
      case INTERMEDIATE_DATA -> own(trial, "the framework's client does not report it");
      case WRITE_TIME,
          WRITE_THROUGHPUT,
          WRITE_IO_RATE,
          READ_TIME,
          READ_THROUGHPUT,
          READ_IO_RATE,
          FIRST_JOB_TIME,
          LATER_JOB_TIME,
          JOBS_MEAN,
          JOBS_MEDIAN,
          JOBS_P95,
          JOBS_P99,
          WAITS_MEDIAN,
          WAITS_P95,
          SLOWDOWNS_MEDIAN,
          SLOWDOWNS_P95,
          MAPS_MEDIAN,
          MAPS_P95,
          REDUCES_MEDIAN,
          REDUCES_P95 ->
          own(trial, "the workload does not measure it");
    };
  }

  /**
   * Whether only some workloads measure the quantity, or only some frameworks report it; it is then
   * shown for these only.
   */
  public boolean ofWorkload() {
    // All constants from this one on are measured by workloads or reported by clients.
    return compareTo(INTERMEDIATE_DATA) >= 0;
  }

  private Measured own(TrialResult trial, String absent) {
    Reading reading = trial.measures().getOrDefault(id(), Reading.unavailable(absent));
    return reading instanceof Reading.Value value
        ? Measured.of(value.amount())
        : Measured.unavailable(((Reading.Unavailable) reading).reason());
  }

  private static Measured input(Optional<WorkloadInfo> workload) {
    return workload
        .flatMap(WorkloadInfo::inputBytes)
        .filter(bytes -> bytes > 0)
        .map(bytes -> Measured.of(bytes))
        .orElseGet(
            () ->
                Measured.unavailable(
                    workload
                        .map(WorkloadInfo::unknownSize)
                        .orElse("the workload is not described")));
  }

  /** Adds the energy of memory if asked to: the packages' counters do not include it. */
  private static Measured energy(TrialResult trial, boolean memory) {
    Measured packages = sum(trial, Total.ENERGY_PACKAGE);
    return memory ? packages.with(sum(trial, Total.ENERGY_DRAM), Double::sum) : packages;
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

  /**
   * The sum of the events over all nodes divided by the sum of the base: a node that did more work
   * has more weight. Results of schema 1 have only each node's ratio, which is used if there is one
   * node.
   */
  private static Measured ratio(TrialResult trial, Total ofNode, Total events, Total base) {
    if (trial.nodes().size() == 1 && !trial.nodes().get(0).totals().containsKey(base)) {
      return sum(trial, ofNode);
    }
    Measured sum = sum(trial, base);
    if (sum.value().isPresent() && sum.value().getAsDouble() <= 0) {
      return Measured.unavailable(base.label() + " were counted 0 times");
    }
    return sum(trial, events).with(sum, (part, whole) -> part / whole);
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
