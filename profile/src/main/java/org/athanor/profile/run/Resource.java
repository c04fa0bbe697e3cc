// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A resource of a node that a run uses, measured from the run's start to its end. The id ends with
 * the unit, or with {@code ratio}. The constants are those that each run has; a new one needs a
 * migration that adds it to the view {@code run_summary}. Others are declared by what measured
 * them, and need none. Resources are equal if their ids are; constants come before others.
 * Immutable.
 */
public final class Resource implements Comparable<Resource> {
  private static final Pattern ID = Pattern.compile("[a-z][a-z0-9_]{0,99}");
  private static final List<Resource> KNOWN = new ArrayList<>();

  public static final Resource CPU_OWN_SECONDS =
      known("cpu_own_seconds", "CPU time of the framework's processes", OverNodes.SUM);
  public static final Resource CPU_OTHER_SECONDS =
      known("cpu_other_seconds", "CPU time of all other processes", OverNodes.SUM);
  public static final Resource CPU_STOLEN_SECONDS =
      known("cpu_stolen_seconds", "CPU time taken by the hypervisor", OverNodes.SUM);
  public static final Resource MEMORY_OWN_PEAK_BYTES =
      known("memory_own_peak_bytes", "peak memory of the framework's processes", OverNodes.LARGEST);
  public static final Resource DISK_READ_BYTES =
      known("disk_read_bytes", "read from disks", OverNodes.SUM);
  public static final Resource DISK_WRITTEN_BYTES =
      known("disk_written_bytes", "written to disks", OverNodes.SUM);
  public static final Resource NETWORK_RECEIVED_BYTES =
      known("network_received_bytes", "received from the network", OverNodes.SUM);
  public static final Resource NETWORK_SENT_BYTES =
      known("network_sent_bytes", "sent to the network", OverNodes.SUM);
  public static final Resource JVM_HEAP_PEAK_BYTES =
      known("jvm_heap_peak_bytes", "peak heap of the framework's JVMs", OverNodes.LARGEST);
  public static final Resource JVM_GC_SECONDS =
      known("jvm_gc_seconds", "garbage collection", OverNodes.SUM);
  public static final Resource ENERGY_PACKAGE_JOULES =
      known("energy_package_joules", "energy of the packages", OverNodes.SUM);
  public static final Resource ENERGY_CORES_JOULES =
      known("energy_cores_joules", "energy of the cores", OverNodes.SUM);
  public static final Resource ENERGY_DRAM_JOULES =
      known("energy_dram_joules", "energy of the memory", OverNodes.SUM);
  public static final Resource INSTRUCTIONS_COUNT =
      known("instructions_count", "instructions", OverNodes.SUM);
  public static final Resource CYCLES_COUNT = known("cycles_count", "cycles", OverNodes.SUM);
  public static final Resource IPC_RATIO =
      known("ipc_ratio", "instructions per cycle", OverNodes.MEAN);
  public static final Resource BRANCH_MISSES_RATIO =
      known("branch_misses_ratio", "branch misses per branch", OverNodes.MEAN);
  public static final Resource L1_MISSES_RATIO =
      known("l1_misses_ratio", "L1 data cache misses per load", OverNodes.MEAN);
  public static final Resource L2_MISSES_RATIO =
      known("l2_misses_ratio", "L2 cache misses per access", OverNodes.MEAN);
  public static final Resource L3_MISSES_RATIO =
      known("l3_misses_ratio", "L3 cache misses per access", OverNodes.MEAN);

  private static final Comparator<Resource> ORDER =
      Comparator.<Resource>comparingInt(resource -> resource.order).thenComparing(Resource::id);

  /** How the amounts of the nodes are combined into that of the run. */
  public enum OverNodes {
    SUM,
    /** The amount of the node that used most. */
    LARGEST,
    /** The mean; each node has the same weight. */
    MEAN
  }

  private final int order;
  private final String id;
  private final String label;
  private final OverNodes overNodes;

  private Resource(int order, String id, String label, OverNodes overNodes) {
    this.order = order;
    this.id = id;
    this.label = label;
    this.overNodes = overNodes;
  }

  private static Resource known(String id, String label, OverNodes overNodes) {
    Resource resource = new Resource(KNOWN.size(), id, label, overNodes);
    KNOWN.add(resource);
    return resource;
  }

  /**
   * The resource with an id: a constant, or one whose label is made from the id, and whose amounts
   * are summed over nodes.
   */
  public static Resource of(String id) {
    return withId(id).orElseGet(() -> declared(id));
  }

  private static Resource declared(String id) {
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException(
          "resource \"" + id + "\": must be lower-case letters, digits and underscores");
    }
    return new Resource(Integer.MAX_VALUE, id, id.replace('_', ' '), OverNodes.SUM);
  }

  /** The resources that each run has, with an amount or the reason why it is unknown. */
  public static Resource[] values() {
    return KNOWN.toArray(new Resource[0]);
  }

  /** The resource's name in the catalogue, with the unit: {@code cpu_own_seconds}. */
  public String id() {
    return id;
  }

  /** The resource's name for readers, without the unit; of those that are declared, with it. */
  public String label() {
    return label;
  }

  public OverNodes overNodes() {
    return overNodes;
  }

  /** The constant with an {@link #id()}; empty if there is none. */
  public static Optional<Resource> withId(String id) {
    return KNOWN.stream().filter(resource -> resource.id.equals(id)).findFirst();
  }

  @Override
  public int compareTo(Resource other) {
    return ORDER.compare(this, other);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Resource resource && resource.id.equals(id);
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
