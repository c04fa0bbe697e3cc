// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What monitors sample on a node, once per interval. A column of a {@link SampleTable} is a metric,
 * or a metric of one device: {@code disk_read}, {@code disk_read[vda]}. CPU percentages refer to
 * all processors of the node together; rates are means over the interval. Only simulations have the
 * use of each type of device, {@code busy_ssd}, and the tasks that run on a node. The constants are
 * those of Athanor; others are declared by the monitor that yields them. Metrics are equal if their
 * ids are; constants come before others. Immutable.
 */
public final class Metric implements Comparable<Metric> {
  private static final List<Metric> KNOWN = new ArrayList<>();

  public static final Metric CPU_USER = known("cpu_user", "CPU, user", Unit.PERCENT);
  public static final Metric CPU_SYSTEM = known("cpu_system", "CPU, system", Unit.PERCENT);
  public static final Metric CPU_IOWAIT = known("cpu_iowait", "CPU, waiting for I/O", Unit.PERCENT);
  public static final Metric CPU_STEAL =
      known("cpu_steal", "CPU, taken by the hypervisor", Unit.PERCENT);
  public static final Metric CPU_IDLE = known("cpu_idle", "CPU, idle", Unit.PERCENT);
  public static final Metric CPU_OWN =
      known("cpu_own", "CPU of the framework's processes", Unit.PERCENT);
  public static final Metric MEMORY_USED = known("memory_used", "memory used", Unit.BYTES);
  public static final Metric MEMORY_CACHED =
      known("memory_cached", "memory, page cache", Unit.BYTES);
  public static final Metric MEMORY_SWAP = known("memory_swap", "swap used", Unit.BYTES);
  public static final Metric MEMORY_OWN =
      known("memory_own", "memory of the framework's processes (resident)", Unit.BYTES);
  public static final Metric PROCESSES_OWN =
      known("processes_own", "processes of the framework", Unit.COUNT);
  public static final Metric DISK_READ = known("disk_read", "disk, read", Unit.BYTES_PER_SECOND);
  public static final Metric DISK_WRITE =
      known("disk_write", "disk, written", Unit.BYTES_PER_SECOND);
  public static final Metric DISK_READS =
      known("disk_reads", "disk, read operations", Unit.OPERATIONS_PER_SECOND);
  public static final Metric DISK_WRITES =
      known("disk_writes", "disk, write operations", Unit.OPERATIONS_PER_SECOND);
  public static final Metric DISK_BUSY = known("disk_busy", "disk, busy", Unit.PERCENT);
  public static final Metric LUSTRE_READ =
      known("lustre_read", "Lustre, read", Unit.BYTES_PER_SECOND);
  public static final Metric LUSTRE_WRITE =
      known("lustre_write", "Lustre, written", Unit.BYTES_PER_SECOND);
  public static final Metric LUSTRE_READS =
      known("lustre_reads", "Lustre, reads", Unit.OPERATIONS_PER_SECOND);
  public static final Metric LUSTRE_WRITES =
      known("lustre_writes", "Lustre, writes", Unit.OPERATIONS_PER_SECOND);
  public static final Metric LUSTRE_METADATA =
      known("lustre_metadata", "Lustre, metadata operations", Unit.OPERATIONS_PER_SECOND);
  public static final Metric NFS_READ = known("nfs_read", "NFS, read", Unit.BYTES_PER_SECOND);
  public static final Metric NFS_WRITE = known("nfs_write", "NFS, written", Unit.BYTES_PER_SECOND);
  public static final Metric NFS_READS =
      known("nfs_reads", "NFS, reads", Unit.OPERATIONS_PER_SECOND);
  public static final Metric NFS_WRITES =
      known("nfs_writes", "NFS, writes", Unit.OPERATIONS_PER_SECOND);
  public static final Metric NFS_METADATA =
      known("nfs_metadata", "NFS, metadata operations", Unit.OPERATIONS_PER_SECOND);
  public static final Metric NETWORK_RECEIVED =
      known("network_received", "network, received", Unit.BYTES_PER_SECOND);
  public static final Metric NETWORK_SENT =
      known("network_sent", "network, sent", Unit.BYTES_PER_SECOND);
  public static final Metric PRESSURE_CPU = known("pressure_cpu", "pressure, CPU", Unit.PERCENT);
  public static final Metric PRESSURE_MEMORY =
      known("pressure_memory", "pressure, memory", Unit.PERCENT);
  public static final Metric PRESSURE_IO = known("pressure_io", "pressure, I/O", Unit.PERCENT);
  public static final Metric JVM_HEAP =
      known("jvm_heap", "heap used by the framework's JVMs", Unit.BYTES);
  public static final Metric JVM_GC =
      known("jvm_gc", "garbage collection of the framework's JVMs", Unit.PERCENT);
  public static final Metric POWER_PACKAGE = known("power_package", "power, packages", Unit.WATTS);
  public static final Metric POWER_CORES = known("power_cores", "power, cores", Unit.WATTS);
  public static final Metric POWER_UNCORE =
      known("power_uncore", "power, uncore (PP1)", Unit.WATTS);
  public static final Metric POWER_DRAM = known("power_dram", "power, memory", Unit.WATTS);
  public static final Metric POWER_NODE =
      known("power_node", "power of the whole node, by a meter outside it", Unit.WATTS);
  public static final Metric BUSY_RAM_DISK =
      known("busy_ram_disk", "RAM disks, busy", Unit.PERCENT);
  public static final Metric BUSY_NVDIMM = known("busy_nvdimm", "NVDIMMs, busy", Unit.PERCENT);
  public static final Metric BUSY_SSD = known("busy_ssd", "SSDs, busy", Unit.PERCENT);
  public static final Metric BUSY_DISK = known("busy_disk", "hard disks, busy", Unit.PERCENT);
  public static final Metric BUSY_ARCHIVE =
      known("busy_archive", "archive devices, busy", Unit.PERCENT);
  public static final Metric TASKS_MAP = known("tasks_map", "running maps", Unit.COUNT);
  public static final Metric TASKS_REDUCE = known("tasks_reduce", "running reduces", Unit.COUNT);

  private static final Comparator<Metric> ORDER =
      Comparator.<Metric>comparingInt(metric -> metric.order).thenComparing(Metric::id);

  private final int order;
  private final String id;
  private final String label;
  private final Unit unit;

  private Metric(int order, String id, String label, Unit unit) {
    this.order = order;
    this.id = id;
    this.label = label;
    this.unit = unit;
  }

  private static Metric known(String id, String label, Unit unit) {
    Metric metric = new Metric(KNOWN.size(), id, label, unit);
    KNOWN.add(metric);
    return metric;
  }

  /** Declares a metric of another monitor. */
  public static Metric declared(String id, String label, Unit unit) {
    return new Metric(Integer.MAX_VALUE, id, label, unit);
  }

  /** The metrics of Athanor's monitors and of simulations. */
  public static Metric[] values() {
    return KNOWN.toArray(new Metric[0]);
  }

  /** The metric's name in files: {@code cpu_user}. */
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
  public int compareTo(Metric other) {
    return ORDER.compare(this, other);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Metric metric && metric.id.equals(id);
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
