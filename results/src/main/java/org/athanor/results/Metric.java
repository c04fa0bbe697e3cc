// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import java.util.Locale;

/**
 * What monitors sample on a node, once per interval. A column of a {@link SampleTable} is a metric,
 * or a metric of one device: {@code disk_read}, {@code disk_read[vda]}. CPU percentages refer to
 * all processors of the node together; rates are means over the interval. Only simulations have the
 * use of each type of device, {@code busy_ssd}, and the tasks that run on a node.
 */
public enum Metric {
  CPU_USER("CPU, user", Unit.PERCENT),
  CPU_SYSTEM("CPU, system", Unit.PERCENT),
  CPU_IOWAIT("CPU, waiting for I/O", Unit.PERCENT),
  CPU_STEAL("CPU, taken by the hypervisor", Unit.PERCENT),
  CPU_IDLE("CPU, idle", Unit.PERCENT),
  CPU_OWN("CPU of the framework's processes", Unit.PERCENT),
  MEMORY_USED("memory used", Unit.BYTES),
  MEMORY_CACHED("memory, page cache", Unit.BYTES),
  MEMORY_SWAP("swap used", Unit.BYTES),
  MEMORY_OWN("memory of the framework's processes (resident)", Unit.BYTES),
  PROCESSES_OWN("processes of the framework", Unit.COUNT),
  DISK_READ("disk, read", Unit.BYTES_PER_SECOND),
  DISK_WRITE("disk, written", Unit.BYTES_PER_SECOND),
  DISK_READS("disk, read operations", Unit.OPERATIONS_PER_SECOND),
  DISK_WRITES("disk, write operations", Unit.OPERATIONS_PER_SECOND),
  DISK_BUSY("disk, busy", Unit.PERCENT),
  LUSTRE_READ("Lustre, read", Unit.BYTES_PER_SECOND),
  LUSTRE_WRITE("Lustre, written", Unit.BYTES_PER_SECOND),
  LUSTRE_READS("Lustre, reads", Unit.OPERATIONS_PER_SECOND),
  LUSTRE_WRITES("Lustre, writes", Unit.OPERATIONS_PER_SECOND),
  LUSTRE_METADATA("Lustre, metadata operations", Unit.OPERATIONS_PER_SECOND),
  NFS_READ("NFS, read", Unit.BYTES_PER_SECOND),
  NFS_WRITE("NFS, written", Unit.BYTES_PER_SECOND),
  NFS_READS("NFS, reads", Unit.OPERATIONS_PER_SECOND),
  NFS_WRITES("NFS, writes", Unit.OPERATIONS_PER_SECOND),
  NFS_METADATA("NFS, metadata operations", Unit.OPERATIONS_PER_SECOND),
  NETWORK_RECEIVED("network, received", Unit.BYTES_PER_SECOND),
  NETWORK_SENT("network, sent", Unit.BYTES_PER_SECOND),
  PRESSURE_CPU("pressure, CPU", Unit.PERCENT),
  PRESSURE_MEMORY("pressure, memory", Unit.PERCENT),
  PRESSURE_IO("pressure, I/O", Unit.PERCENT),
  JVM_HEAP("heap used by the framework's JVMs", Unit.BYTES),
  JVM_GC("garbage collection of the framework's JVMs", Unit.PERCENT),
  POWER_PACKAGE("power, packages", Unit.WATTS),
  POWER_CORES("power, cores", Unit.WATTS),
  POWER_UNCORE("power, uncore (PP1)", Unit.WATTS),
  POWER_DRAM("power, memory", Unit.WATTS),
  POWER_NODE("power of the whole node, by a meter outside it", Unit.WATTS),
  BUSY_RAM_DISK("RAM disks, busy", Unit.PERCENT),
  BUSY_NVDIMM("NVDIMMs, busy", Unit.PERCENT),
  BUSY_SSD("SSDs, busy", Unit.PERCENT),
  BUSY_DISK("hard disks, busy", Unit.PERCENT),
  BUSY_ARCHIVE("archive devices, busy", Unit.PERCENT),
  TASKS_MAP("running maps", Unit.COUNT),
  TASKS_REDUCE("running reduces", Unit.COUNT);

  private final String label;
  private final Unit unit;

  Metric(String label, Unit unit) {
    this.label = label;
    this.unit = unit;
  }

  /** The metric's name in files: {@code cpu_user}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The metric's name for readers, without the unit. */
  public String label() {
    return label;
  }

  public Unit unit() {
    return unit;
  }
}
