// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What is measured on a node over a whole trial, from its start to its end. The constants are those
 * of Athanor's monitors; others are declared by the monitor that yields them. Totals are equal if
 * their ids are; constants come before others. Immutable.
 */
public final class Total implements Comparable<Total> {
  private static final List<Total> KNOWN = new ArrayList<>();

  public static final Total CPU_OWN =
      known("cpu_own", "CPU time of the framework's processes", Unit.SECONDS);
  public static final Total CPU_OTHER =
      known("cpu_other", "CPU time of all other processes", Unit.SECONDS);
  public static final Total CPU_STOLEN =
      known("cpu_stolen", "CPU time taken by the hypervisor", Unit.SECONDS);
  public static final Total MEMORY_OWN_PEAK =
      known("memory_own_peak", "peak memory of the framework's processes (resident)", Unit.BYTES);
  public static final Total DISK_READ = known("disk_read", "disk, read", Unit.BYTES);
  public static final Total DISK_WRITTEN = known("disk_written", "disk, written", Unit.BYTES);
  public static final Total DISK_READS = known("disk_reads", "disk, read operations", Unit.COUNT);
  public static final Total DISK_WRITES =
      known("disk_writes", "disk, write operations", Unit.COUNT);
  public static final Total LUSTRE_READ = known("lustre_read", "Lustre, read", Unit.BYTES);
  public static final Total LUSTRE_WRITTEN = known("lustre_written", "Lustre, written", Unit.BYTES);
  public static final Total LUSTRE_READS = known("lustre_reads", "Lustre, reads", Unit.COUNT);
  public static final Total LUSTRE_WRITES = known("lustre_writes", "Lustre, writes", Unit.COUNT);
  public static final Total LUSTRE_METADATA =
      known("lustre_metadata", "Lustre, metadata operations", Unit.COUNT);
  public static final Total NFS_READ = known("nfs_read", "NFS, read", Unit.BYTES);
  public static final Total NFS_WRITTEN = known("nfs_written", "NFS, written", Unit.BYTES);
  public static final Total NFS_READS = known("nfs_reads", "NFS, reads", Unit.COUNT);
  public static final Total NFS_WRITES = known("nfs_writes", "NFS, writes", Unit.COUNT);
  public static final Total NFS_METADATA =
      known("nfs_metadata", "NFS, metadata operations", Unit.COUNT);
  public static final Total NETWORK_RECEIVED =
      known("network_received", "network, received", Unit.BYTES);
  public static final Total NETWORK_SENT = known("network_sent", "network, sent", Unit.BYTES);
  public static final Total JVM_HEAP_PEAK =
      known("jvm_heap_peak", "peak heap of the framework's JVMs", Unit.BYTES);
  public static final Total JVM_GC = known("jvm_gc", "garbage collection", Unit.SECONDS);
  public static final Total ENERGY_PACKAGE =
      known("energy_package", "energy, packages", Unit.JOULES);
  public static final Total ENERGY_CORES = known("energy_cores", "energy, cores", Unit.JOULES);
  public static final Total ENERGY_UNCORE =
      known("energy_uncore", "energy, uncore (PP1)", Unit.JOULES);
  public static final Total ENERGY_DRAM = known("energy_dram", "energy, memory", Unit.JOULES);
  public static final Total INSTRUCTIONS = known("instructions", "instructions", Unit.COUNT);
  public static final Total CYCLES = known("cycles", "cycles", Unit.COUNT);
  public static final Total IPC = known("ipc", "instructions per cycle", Unit.RATIO);
  public static final Total BRANCH_MISSES =
      known("branch_misses", "branch misses per branch", Unit.RATIO);
  public static final Total L1_MISSES =
      known("l1_misses", "L1 data cache misses per load", Unit.RATIO);
  public static final Total L2_MISSES =
      known("l2_misses", "L2 cache misses per access", Unit.RATIO);
  public static final Total L3_MISSES =
      known("l3_misses", "L3 cache misses per access", Unit.RATIO);
  public static final Total BRANCHES = known("branches", "branches", Unit.COUNT);
  public static final Total BRANCHES_MISSED =
      known("branches_missed", "branches missed", Unit.COUNT);
  public static final Total L1_LOADS = known("l1_loads", "L1 data cache loads", Unit.COUNT);
  public static final Total L1_LOADS_MISSED =
      known("l1_loads_missed", "L1 data cache loads missed", Unit.COUNT);
  public static final Total L2_ACCESSES = known("l2_accesses", "L2 cache accesses", Unit.COUNT);
  public static final Total L2_ACCESSES_MISSED =
      known("l2_accesses_missed", "L2 cache accesses missed", Unit.COUNT);
  public static final Total L3_ACCESSES = known("l3_accesses", "L3 cache accesses", Unit.COUNT);
  public static final Total L3_ACCESSES_MISSED =
      known("l3_accesses_missed", "L3 cache accesses missed", Unit.COUNT);

  private static final Comparator<Total> ORDER =
      Comparator.<Total>comparingInt(total -> total.order).thenComparing(Total::id);

  private final int order;
  private final String id;
  private final String label;
  private final Unit unit;

  private Total(int order, String id, String label, Unit unit) {
    this.order = order;
    this.id = id;
    this.label = label;
    this.unit = unit;
  }

  private static Total known(String id, String label, Unit unit) {
    Total total = new Total(KNOWN.size(), id, label, unit);
    KNOWN.add(total);
    return total;
  }

  /** Declares a total of another monitor. */
  public static Total declared(String id, String label, Unit unit) {
    return new Total(Integer.MAX_VALUE, id, label, unit);
  }

  /** The totals of Athanor's monitors. */
  public static Total[] values() {
    return KNOWN.toArray(new Total[0]);
  }

  /** The total's name in files: {@code cpu_own}. */
  public String id() {
    return id;
  }

  public String label() {
    return label;
  }

  /** The unit of its readings. */
  public Unit unit() {
    return unit;
  }

  @Override
  public int compareTo(Total other) {
    return ORDER.compare(this, other);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Total total && total.id.equals(id);
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
