// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent;

import static org.athanor.results.Total.BRANCHES;
import static org.athanor.results.Total.BRANCHES_MISSED;
import static org.athanor.results.Total.BRANCH_MISSES;
import static org.athanor.results.Total.CPU_OTHER;
import static org.athanor.results.Total.CPU_OWN;
import static org.athanor.results.Total.CPU_STOLEN;
import static org.athanor.results.Total.CYCLES;
import static org.athanor.results.Total.DISK_READ;
import static org.athanor.results.Total.DISK_READS;
import static org.athanor.results.Total.DISK_WRITES;
import static org.athanor.results.Total.DISK_WRITTEN;
import static org.athanor.results.Total.ENERGY_CORES;
import static org.athanor.results.Total.ENERGY_DRAM;
import static org.athanor.results.Total.ENERGY_PACKAGE;
import static org.athanor.results.Total.ENERGY_UNCORE;
import static org.athanor.results.Total.INSTRUCTIONS;
import static org.athanor.results.Total.IPC;
import static org.athanor.results.Total.JVM_GC;
import static org.athanor.results.Total.JVM_HEAP_PEAK;
import static org.athanor.results.Total.L1_LOADS;
import static org.athanor.results.Total.L1_LOADS_MISSED;
import static org.athanor.results.Total.L1_MISSES;
import static org.athanor.results.Total.L2_ACCESSES;
import static org.athanor.results.Total.L2_ACCESSES_MISSED;
import static org.athanor.results.Total.L2_MISSES;
import static org.athanor.results.Total.L3_ACCESSES;
import static org.athanor.results.Total.L3_ACCESSES_MISSED;
import static org.athanor.results.Total.L3_MISSES;
import static org.athanor.results.Total.LUSTRE_METADATA;
import static org.athanor.results.Total.LUSTRE_READ;
import static org.athanor.results.Total.LUSTRE_READS;
import static org.athanor.results.Total.LUSTRE_WRITES;
import static org.athanor.results.Total.LUSTRE_WRITTEN;
import static org.athanor.results.Total.MEMORY_OWN_PEAK;
import static org.athanor.results.Total.NETWORK_RECEIVED;
import static org.athanor.results.Total.NETWORK_SENT;
import static org.athanor.results.Total.NFS_METADATA;
import static org.athanor.results.Total.NFS_READ;
import static org.athanor.results.Total.NFS_READS;
import static org.athanor.results.Total.NFS_WRITES;
import static org.athanor.results.Total.NFS_WRITTEN;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.athanor.agent.probe.CpuProbe;
import org.athanor.agent.probe.DiskProbe;
import org.athanor.agent.probe.EnergyProbe;
import org.athanor.agent.probe.EventsProbe;
import org.athanor.agent.probe.FileSystemProbe;
import org.athanor.agent.probe.Host;
import org.athanor.agent.probe.JvmProbe;
import org.athanor.agent.probe.MemoryProbe;
import org.athanor.agent.probe.NetworkProbe;
import org.athanor.agent.probe.PressureProbe;
import org.athanor.agent.probe.Probe;
import org.athanor.agent.probe.ProcessProbe;
import org.athanor.agent.probe.UnavailableException;
import org.athanor.results.Total;

/**
 * What can be measured on a node. Each monitor yields some metrics and totals of a trial. The
 * constants are Athanor's; others are an {@link OwnMonitor}, which declares what it yields.
 * Monitors are equal if their ids are; constants come before others. Immutable.
 */
public final class Monitor implements Comparable<Monitor> {
  /**
   * What probes need.
   *
   * @param events that {@link #EVENTS} counts in addition to its own
   * @param processes null if it does not work here; then those that need it are not opened
   */
  record Needs(Host host, List<String> events, ProcessProbe processes, LongSupplier nanoTime) {}

  private interface Opener {
    Probe open(Needs needs) throws UnavailableException;
  }

  private static final List<Monitor> KNOWN = new ArrayList<>();

  public static final Monitor CPU =
      known(
          "cpu",
          "CPU by state, and what the framework did not use",
          needs -> CpuProbe.open(needs.host(), needs.processes()),
          CPU_OTHER,
          CPU_STOLEN);
  public static final Monitor PROCESSES =
      known(
          "processes",
          "CPU, memory and number of the framework's processes",
          Needs::processes,
          CPU_OWN,
          MEMORY_OWN_PEAK);
  public static final Monitor MEMORY =
      known("memory", "memory used, page cache, swap", needs -> MemoryProbe.open(needs.host()));
  public static final Monitor DISK =
      known(
          "disk",
          "throughput, operations and utilisation of disks",
          needs -> DiskProbe.open(needs.host()),
          DISK_READ,
          DISK_WRITTEN,
          DISK_READS,
          DISK_WRITES);
  public static final Monitor LUSTRE =
      known(
          "lustre",
          "throughput and operations of Lustre's client",
          needs -> FileSystemProbe.lustre(needs.host()),
          LUSTRE_READ,
          LUSTRE_WRITTEN,
          LUSTRE_READS,
          LUSTRE_WRITES,
          LUSTRE_METADATA);
  public static final Monitor NFS =
      known(
          "nfs",
          "throughput and operations of NFS's client",
          needs -> FileSystemProbe.nfs(needs.host()),
          NFS_READ,
          NFS_WRITTEN,
          NFS_READS,
          NFS_WRITES,
          NFS_METADATA);
  public static final Monitor NETWORK =
      known(
          "network",
          "throughput of network interfaces",
          needs -> NetworkProbe.open(needs.host()),
          NETWORK_RECEIVED,
          NETWORK_SENT);
  public static final Monitor PRESSURE =
      known(
          "pressure",
          "pressure-stall information of the kernel",
          needs -> PressureProbe.open(needs.host()));
  public static final Monitor JVM =
      known(
          "jvm",
          "heap and garbage collection of the framework's JVMs",
          needs -> JvmProbe.open(needs.host(), needs.processes(), needs.nanoTime()),
          JVM_HEAP_PEAK,
          JVM_GC);
  public static final Monitor ENERGY =
      known(
          "energy",
          "energy counters of the processor (RAPL)",
          needs -> EnergyProbe.open(needs.host()),
          ENERGY_PACKAGE,
          ENERGY_CORES,
          ENERGY_UNCORE,
          ENERGY_DRAM);
  public static final Monitor EVENTS =
      known(
          "events",
          "hardware events (perf stat)",
          needs -> EventsProbe.open("perf", needs.events()),
          INSTRUCTIONS,
          CYCLES,
          IPC,
          BRANCH_MISSES,
          L1_MISSES,
          L2_MISSES,
          L3_MISSES,
          BRANCHES,
          BRANCHES_MISSED,
          L1_LOADS,
          L1_LOADS_MISSED,
          L2_ACCESSES,
          L2_ACCESSES_MISSED,
          L3_ACCESSES,
          L3_ACCESSES_MISSED);

  private static final Comparator<Monitor> ORDER =
      Comparator.<Monitor>comparingInt(monitor -> monitor.order).thenComparing(Monitor::id);

  private final int order;
  private final String id;
  private final String text;
  private final Opener opener;
  private final Set<Total> totals;
  private final Optional<String> className;

  private Monitor(
      int order,
      String id,
      String text,
      Opener opener,
      Set<Total> totals,
      Optional<String> className) {
    this.order = order;
    this.id = id;
    this.text = text;
    this.opener = opener;
    this.totals = totals;
    this.className = className;
  }

  private static Monitor known(String id, String text, Opener opener, Total... totals) {
    Monitor monitor = new Monitor(KNOWN.size(), id, text, opener, Set.of(totals), Optional.empty());
    KNOWN.add(monitor);
    return monitor;
  }

  /**
   * A monitor that is not Athanor's.
   *
   * @param id its name in the experiment
   * @param className its {@link OwnMonitor}
   */
  public static Monitor own(String id, String className) {
    return new Monitor(
        Integer.MAX_VALUE,
        id,
        className,
        needs -> OwnProbe.open(id, className),
        Set.of(),
        Optional.of(className));
  }

  /** Athanor's monitors. */
  public static Monitor[] values() {
    return KNOWN.toArray(new Monitor[0]);
  }

  /** The monitor's name in experiment files, for example {@code energy}. */
  public String id() {
    return id;
  }

  /** What the monitor measures, in words. */
  public String text() {
    return text;
  }

  /**
   * The totals of a trial that this monitor yields; every total belongs to one monitor. Empty if it
   * declares them itself.
   */
  public Set<Total> totals() {
    return totals;
  }

  /**
   * Opens its probe.
   *
   * @throws UnavailableException if it does not work on this machine
   */
  Probe open(Needs needs) throws UnavailableException {
    return opener.open(needs);
  }

  /** How the agent's command line names it; {@link #fromArgument} reads that. */
  public String argument() {
    return className.map(name -> id + "=" + name).orElse(id);
  }

  /** The monitor of {@link #argument}; empty if it is none of Athanor's. */
  static Optional<Monitor> fromArgument(String argument) {
    int equals = argument.indexOf('=');
    return equals < 0
        ? of(argument)
        : Optional.of(own(argument.substring(0, equals), argument.substring(equals + 1)));
  }

  /** Athanor's monitor with an id; empty if there is none. */
  public static Optional<Monitor> of(String id) {
    return KNOWN.stream().filter(monitor -> monitor.id.equals(id)).findFirst();
  }

  /**
   * The monitors that show whether other processes disturbed a trial. They are always on, even if
   * an experiment does not list them.
   */
  public static Set<Monitor> essential() {
    return Set.of(CPU, PROCESSES);
  }

  @Override
  public int compareTo(Monitor other) {
    return ORDER.compare(this, other);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Monitor monitor && monitor.id.equals(id);
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }

  @Override
  public String toString() {
    return id;
  }
}
