// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import java.util.Locale;

/** What is measured on a node over a whole trial, from its start to its end. */
public enum Total {
  CPU_OWN("CPU time of the framework's processes", Unit.SECONDS),
  CPU_OTHER("CPU time of all other processes", Unit.SECONDS),
  CPU_STOLEN("CPU time taken by the hypervisor", Unit.SECONDS),
  MEMORY_OWN_PEAK("peak memory of the framework's processes (resident)", Unit.BYTES),
  DISK_READ("disk, read", Unit.BYTES),
  DISK_WRITTEN("disk, written", Unit.BYTES),
  DISK_READS("disk, read operations", Unit.COUNT),
  DISK_WRITES("disk, write operations", Unit.COUNT),
  LUSTRE_READ("Lustre, read", Unit.BYTES),
  LUSTRE_WRITTEN("Lustre, written", Unit.BYTES),
  LUSTRE_READS("Lustre, reads", Unit.COUNT),
  LUSTRE_WRITES("Lustre, writes", Unit.COUNT),
  LUSTRE_METADATA("Lustre, metadata operations", Unit.COUNT),
  NFS_READ("NFS, read", Unit.BYTES),
  NFS_WRITTEN("NFS, written", Unit.BYTES),
  NFS_READS("NFS, reads", Unit.COUNT),
  NFS_WRITES("NFS, writes", Unit.COUNT),
  NFS_METADATA("NFS, metadata operations", Unit.COUNT),
  NETWORK_RECEIVED("network, received", Unit.BYTES),
  NETWORK_SENT("network, sent", Unit.BYTES),
  JVM_HEAP_PEAK("peak heap of the framework's JVMs", Unit.BYTES),
  JVM_GC("garbage collection", Unit.SECONDS),
  ENERGY_PACKAGE("energy, packages", Unit.JOULES),
  ENERGY_CORES("energy, cores", Unit.JOULES),
  ENERGY_UNCORE("energy, uncore (PP1)", Unit.JOULES),
  ENERGY_DRAM("energy, memory", Unit.JOULES),
  INSTRUCTIONS("instructions", Unit.COUNT),
  CYCLES("cycles", Unit.COUNT),
  IPC("instructions per cycle", Unit.RATIO),
  BRANCH_MISSES("branch misses per branch", Unit.RATIO),
  L1_MISSES("L1 data cache misses per load", Unit.RATIO),
  L2_MISSES("L2 cache misses per access", Unit.RATIO),
  L3_MISSES("L3 cache misses per access", Unit.RATIO),
  BRANCHES("branches", Unit.COUNT),
  BRANCHES_MISSED("branches missed", Unit.COUNT),
  L1_LOADS("L1 data cache loads", Unit.COUNT),
  L1_LOADS_MISSED("L1 data cache loads missed", Unit.COUNT),
  L2_ACCESSES("L2 cache accesses", Unit.COUNT),
  L2_ACCESSES_MISSED("L2 cache accesses missed", Unit.COUNT),
  L3_ACCESSES("L3 cache accesses", Unit.COUNT),
  L3_ACCESSES_MISSED("L3 cache accesses missed", Unit.COUNT);

  private final String label;
  private final Unit unit;

  Total(String label, Unit unit) {
    this.label = label;
    this.unit = unit;
  }

  /** The total's name in files: {@code cpu_own}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  public String label() {
    return label;
  }

  public Unit unit() {
    return unit;
  }
}
