// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile.run;

import java.util.Locale;
import java.util.Optional;

/**
 * A resource of a node that a run uses, measured from the run's start to its end. The name ends
 * with the unit, or with {@code RATIO}. A new constant needs a migration that adds it to the view
 * {@code run_summary}.
 */
public enum Resource {
  CPU_OWN_SECONDS("CPU time of the framework's processes", OverNodes.SUM),
  CPU_OTHER_SECONDS("CPU time of all other processes", OverNodes.SUM),
  CPU_STOLEN_SECONDS("CPU time taken by the hypervisor", OverNodes.SUM),
  MEMORY_OWN_PEAK_BYTES("peak memory of the framework's processes", OverNodes.LARGEST),
  DISK_READ_BYTES("read from disks", OverNodes.SUM),
  DISK_WRITTEN_BYTES("written to disks", OverNodes.SUM),
  NETWORK_RECEIVED_BYTES("received from the network", OverNodes.SUM),
  NETWORK_SENT_BYTES("sent to the network", OverNodes.SUM),
  JVM_HEAP_PEAK_BYTES("peak heap of the framework's JVMs", OverNodes.LARGEST),
  JVM_GC_SECONDS("garbage collection", OverNodes.SUM),
  ENERGY_PACKAGE_JOULES("energy of the packages", OverNodes.SUM),
  ENERGY_CORES_JOULES("energy of the cores", OverNodes.SUM),
  ENERGY_DRAM_JOULES("energy of the memory", OverNodes.SUM),
  INSTRUCTIONS_COUNT("instructions", OverNodes.SUM),
  CYCLES_COUNT("cycles", OverNodes.SUM),
  IPC_RATIO("instructions per cycle", OverNodes.MEAN),
  BRANCH_MISSES_RATIO("branch misses per branch", OverNodes.MEAN),
  L1_MISSES_RATIO("L1 data cache misses per load", OverNodes.MEAN),
  L2_MISSES_RATIO("L2 cache misses per access", OverNodes.MEAN),
  L3_MISSES_RATIO("L3 cache misses per access", OverNodes.MEAN);

  /** How the amounts of the nodes are combined into that of the run. */
  public enum OverNodes {
    SUM,
    /** The amount of the node that used most. */
    LARGEST,
    /** The mean; each node has the same weight. */
    MEAN
  }

  private final String label;
  private final OverNodes overNodes;

  Resource(String label, OverNodes overNodes) {
    this.label = label;
    this.overNodes = overNodes;
  }

  /** The resource's name in the catalogue, with the unit: {@code cpu_own_seconds}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The resource's name for readers, without the unit. */
  public String label() {
    return label;
  }

  public OverNodes overNodes() {
    return overNodes;
  }

  /** The resource with an {@link #id()}; empty if there is none. */
  public static Optional<Resource> withId(String id) {
    for (Resource resource : values()) {
      if (resource.id().equals(id)) {
        return Optional.of(resource);
      }
    }
    return Optional.empty();
  }
}
