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

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.athanor.results.Total;

/** What can be measured on a node. Each monitor yields some metrics and totals of a trial. */
public enum Monitor {
  CPU("CPU by state, and what the framework did not use", CPU_OTHER, CPU_STOLEN),
  PROCESSES("CPU, memory and number of the framework's processes", CPU_OWN, MEMORY_OWN_PEAK),
  MEMORY("memory used, page cache, swap"),
  DISK(
      "throughput, operations and utilisation of disks",
      DISK_READ,
      DISK_WRITTEN,
      DISK_READS,
      DISK_WRITES),
  LUSTRE(
      "throughput and operations of Lustre's client",
      LUSTRE_READ,
      LUSTRE_WRITTEN,
      LUSTRE_READS,
      LUSTRE_WRITES,
      LUSTRE_METADATA),
  NFS(
      "throughput and operations of NFS's client",
      NFS_READ,
      NFS_WRITTEN,
      NFS_READS,
      NFS_WRITES,
      NFS_METADATA),
  NETWORK("throughput of network interfaces", NETWORK_RECEIVED, NETWORK_SENT),
  PRESSURE("pressure-stall information of the kernel"),
  JVM("heap and garbage collection of the framework's JVMs", JVM_HEAP_PEAK, JVM_GC),
  ENERGY(
      "energy counters of the processor (RAPL)",
      ENERGY_PACKAGE,
      ENERGY_CORES,
      ENERGY_UNCORE,
      ENERGY_DRAM),
  EVENTS(
      "hardware events (perf stat)",
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

  private final String text;

  /** Immutable, which Error Prone cannot see from the type {@code Set}. */
  @SuppressWarnings("ImmutableEnumChecker")
  private final Set<Total> totals;

  Monitor(String text, Total... totals) {
    this.text = text;
    this.totals = Set.of(totals);
  }

  /** The monitor's name in experiment files, for example {@code energy}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What the monitor measures, in words. */
  public String text() {
    return text;
  }

  /** The totals of a trial that this monitor yields; every total belongs to one monitor. */
  public Set<Total> totals() {
    return totals;
  }

  /** The monitor with an id; empty if there is none. */
  public static Optional<Monitor> of(String id) {
    for (Monitor monitor : values()) {
      if (monitor.id().equals(id)) {
        return Optional.of(monitor);
      }
    }
    return Optional.empty();
  }

  /**
   * The monitors that show whether other processes disturbed a trial. They are always on, even if
   * an experiment does not list them.
   */
  public static Set<Monitor> essential() {
    return Set.of(CPU, PROCESSES);
  }
}
