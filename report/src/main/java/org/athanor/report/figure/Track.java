// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.figure;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.athanor.results.Metric;
import org.athanor.results.Unit;

/** A strip of a timeline: curves of one unit that are shown together. */
public enum Track {
  CPU(
      "CPU",
      Unit.PERCENT,
      true,
      "cpu",
      List.of(
          new Curve("user", Metric.CPU_USER),
          new Curve("system", Metric.CPU_SYSTEM),
          new Curve("I/O wait", Metric.CPU_IOWAIT),
          new Curve("stolen", Metric.CPU_STEAL)),
      List.of(Metric.CPU_USER, Metric.CPU_SYSTEM)),
  DISK(
      "Disk",
      Unit.BYTES_PER_SECOND,
      "disk",
      List.of(new Curve("read", Metric.DISK_READ), new Curve("written", Metric.DISK_WRITE)),
      List.of(Metric.DISK_READ, Metric.DISK_WRITE)),
  DISK_USE(
      "Disks, busy",
      Unit.PERCENT,
      "disk",
      List.of(new Curve("mean of the disks", Metric.DISK_BUSY)),
      List.of(Metric.DISK_BUSY)),
  NETWORK(
      "Network",
      Unit.BYTES_PER_SECOND,
      "network",
      List.of(
          new Curve("received", Metric.NETWORK_RECEIVED), new Curve("sent", Metric.NETWORK_SENT)),
      List.of(Metric.NETWORK_RECEIVED, Metric.NETWORK_SENT)),
  MEMORY(
      "Memory",
      Unit.BYTES,
      "memory",
      List.of(
          new Curve("framework", Metric.MEMORY_OWN),
          new Curve("JVM heaps", Metric.JVM_HEAP),
          new Curve("page cache", Metric.MEMORY_CACHED)),
      List.of(Metric.MEMORY_OWN)),
  PRESSURE(
      "Pressure",
      Unit.PERCENT,
      "pressure",
      List.of(
          new Curve("waiting for CPU", Metric.PRESSURE_CPU),
          new Curve("waiting for I/O", Metric.PRESSURE_IO),
          new Curve("waiting for memory", Metric.PRESSURE_MEMORY)),
      List.of(Metric.PRESSURE_IO)),
  GC(
      "GC pauses",
      Unit.PERCENT,
      "jvm",
      List.of(new Curve("JVMs stopped", Metric.JVM_GC)),
      List.of(Metric.JVM_GC)),
  POWER(
      "Power",
      Unit.WATTS,
      true,
      "energy",
      List.of(new Curve("packages", Metric.POWER_PACKAGE), new Curve("memory", Metric.POWER_DRAM)),
      List.of(Metric.POWER_PACKAGE, Metric.POWER_DRAM)),
  NODE_POWER(
      "Power of whole nodes",
      Unit.WATTS,
      "power",
      List.of(new Curve("whole node", Metric.POWER_NODE)),
      List.of(Metric.POWER_NODE)),
  DEVICES(
      "Storage devices, busy",
      Unit.PERCENT,
      "devices",
      List.of(
          new Curve("RAM disks", Metric.BUSY_RAM_DISK),
          new Curve("NVDIMMs", Metric.BUSY_NVDIMM),
          new Curve("SSDs", Metric.BUSY_SSD),
          new Curve("hard disks", Metric.BUSY_DISK),
          new Curve("archive devices", Metric.BUSY_ARCHIVE)),
      List.of()),
  TASKS(
      "Running tasks of a node",
      Unit.COUNT,
      true,
      "tasks",
      List.of(new Curve("maps", Metric.TASKS_MAP), new Curve("reduces", Metric.TASKS_REDUCE)),
      List.of(Metric.TASKS_MAP, Metric.TASKS_REDUCE));

  /** A line of a track, or a layer if the track is stacked. */
  public record Curve(String label, Metric metric) {}

  private final String label;
  private final Unit unit;
  private final boolean stacked;
  private final String monitor;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<Curve> curves;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<Metric> perNode;

  Track(
      String label,
      Unit unit,
      boolean stacked,
      String monitor,
      List<Curve> curves,
      List<Metric> perNode) {
    this.label = label;
    this.unit = unit;
    this.stacked = stacked;
    this.monitor = monitor;
    this.curves = curves;
    this.perNode = perNode;
  }

  /** A track of lines. */
  Track(String label, Unit unit, String monitor, List<Curve> curves, List<Metric> perNode) {
    this(label, unit, false, monitor, curves, perNode);
  }

  /**
   * The tracks of a study. Simulations have neither memory nor bytes of disks, and measurements
   * have no running tasks.
   *
   * @param measured whether trials of it were measured
   * @param metered whether nodes had meters outside of them
   * @param simulated whether trials of it were simulated
   */
  public static List<Track> of(boolean measured, boolean metered, boolean simulated) {
    return Arrays.stream(values())
        .filter(
            track ->
                switch (track) {
                  case CPU, NETWORK -> true;
                  case DISK, DISK_USE, MEMORY, PRESSURE, GC, POWER -> measured;
                  case NODE_POWER -> metered;
                  case DEVICES, TASKS -> simulated;
                })
        .toList();
  }

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  public String label() {
    return label;
  }

  /** What the curves are when each node is shown by itself. */
  public String nodeLabel() {
    return this == PRESSURE ? "Pressure, waiting for I/O" : label;
  }

  public Unit unit() {
    return unit;
  }

  /** Whether the curves are parts of a whole and are drawn on top of each other. */
  public boolean stacked() {
    return stacked;
  }

  /** The id of the monitor that yields the track; its reason explains an empty track. */
  public String monitor() {
    return monitor;
  }

  public List<Curve> curves() {
    return curves;
  }

  /** The metrics whose sum is a node's curve when each node is shown by itself. */
  public List<Metric> perNode() {
    return perNode;
  }
}
