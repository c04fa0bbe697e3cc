// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.figure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.athanor.results.Metric;
import org.athanor.results.MonitorInfo;
import org.athanor.results.MonitorInfo.SampleInfo;
import org.athanor.results.Unit;

/**
 * A strip of a timeline: curves of one unit that are shown together. The constants are of Athanor's
 * monitors and simulations; others are made from what a monitor declares, one for each of its
 * units. Tracks are equal if their ids are. Immutable.
 */
public final class Track implements Comparable<Track> {
  private static final List<Track> KNOWN = new ArrayList<>();

  public static final Track CPU =
      known(
          "cpu",
          "CPU",
          Unit.PERCENT,
          true,
          "cpu",
          List.of(
              new Curve("user", Metric.CPU_USER),
              new Curve("system", Metric.CPU_SYSTEM),
              new Curve("I/O wait", Metric.CPU_IOWAIT),
              new Curve("stolen", Metric.CPU_STEAL)),
          List.of(Metric.CPU_USER, Metric.CPU_SYSTEM));
  public static final Track DISK =
      known(
          "disk",
          "Disk",
          Unit.BYTES_PER_SECOND,
          "disk",
          List.of(new Curve("read", Metric.DISK_READ), new Curve("written", Metric.DISK_WRITE)),
          List.of(Metric.DISK_READ, Metric.DISK_WRITE));
  public static final Track DISK_USE =
      known(
          "disk_use",
          "Disks, busy",
          Unit.PERCENT,
          "disk",
          List.of(new Curve("mean of the disks", Metric.DISK_BUSY)),
          List.of(Metric.DISK_BUSY));
  public static final Track NETWORK =
      known(
          "network",
          "Network",
          Unit.BYTES_PER_SECOND,
          "network",
          List.of(
              new Curve("received", Metric.NETWORK_RECEIVED),
              new Curve("sent", Metric.NETWORK_SENT)),
          List.of(Metric.NETWORK_RECEIVED, Metric.NETWORK_SENT));
  public static final Track MEMORY =
      known(
          "memory",
          "Memory",
          Unit.BYTES,
          "memory",
          List.of(
              new Curve("framework", Metric.MEMORY_OWN),
              new Curve("JVM heaps", Metric.JVM_HEAP),
              new Curve("page cache", Metric.MEMORY_CACHED)),
          List.of(Metric.MEMORY_OWN));
  public static final Track PRESSURE =
      known(
          "pressure",
          "Pressure",
          Unit.PERCENT,
          "pressure",
          List.of(
              new Curve("waiting for CPU", Metric.PRESSURE_CPU),
              new Curve("waiting for I/O", Metric.PRESSURE_IO),
              new Curve("waiting for memory", Metric.PRESSURE_MEMORY)),
          List.of(Metric.PRESSURE_IO));
  public static final Track GC =
      known(
          "gc",
          "GC pauses",
          Unit.PERCENT,
          "jvm",
          List.of(new Curve("JVMs stopped", Metric.JVM_GC)),
          List.of(Metric.JVM_GC));
  public static final Track POWER =
      known(
          "power",
          "Power",
          Unit.WATTS,
          true,
          "energy",
          List.of(
              new Curve("packages", Metric.POWER_PACKAGE), new Curve("memory", Metric.POWER_DRAM)),
          List.of(Metric.POWER_PACKAGE, Metric.POWER_DRAM));
  public static final Track NODE_POWER =
      known(
          "node_power",
          "Power of whole nodes",
          Unit.WATTS,
          "power",
          List.of(new Curve("whole node", Metric.POWER_NODE)),
          List.of(Metric.POWER_NODE));
  public static final Track DEVICES =
      known(
          "devices",
          "Storage devices, busy",
          Unit.PERCENT,
          "devices",
          List.of(
              new Curve("RAM disks", Metric.BUSY_RAM_DISK),
              new Curve("NVDIMMs", Metric.BUSY_NVDIMM),
              new Curve("SSDs", Metric.BUSY_SSD),
              new Curve("hard disks", Metric.BUSY_DISK),
              new Curve("archive devices", Metric.BUSY_ARCHIVE)),
          List.of());
  public static final Track TASKS =
      known(
          "tasks",
          "Running tasks of a node",
          Unit.COUNT,
          true,
          "tasks",
          List.of(new Curve("maps", Metric.TASKS_MAP), new Curve("reduces", Metric.TASKS_REDUCE)),
          List.of(Metric.TASKS_MAP, Metric.TASKS_REDUCE));

  private static final Comparator<Track> ORDER =
      Comparator.<Track>comparingInt(track -> track.order).thenComparing(Track::id);

  /** A line of a track, or a layer if the track is stacked. */
  public record Curve(String label, Metric metric) {}

  private final int order;
  private final String id;
  private final String label;
  private final Unit unit;
  private final boolean stacked;
  private final String monitor;
  private final List<Curve> curves;
  private final List<Metric> perNode;

  private Track(
      int order,
      String id,
      String label,
      Unit unit,
      boolean stacked,
      String monitor,
      List<Curve> curves,
      List<Metric> perNode) {
    this.order = order;
    this.id = id;
    this.label = label;
    this.unit = unit;
    this.stacked = stacked;
    this.monitor = monitor;
    this.curves = List.copyOf(curves);
    this.perNode = List.copyOf(perNode);
  }

  private static Track known(
      String id,
      String label,
      Unit unit,
      boolean stacked,
      String monitor,
      List<Curve> curves,
      List<Metric> perNode) {
    Track track = new Track(KNOWN.size(), id, label, unit, stacked, monitor, curves, perNode);
    KNOWN.add(track);
    return track;
  }

  /** A track of lines. */
  private static Track known(
      String id,
      String label,
      Unit unit,
      String monitor,
      List<Curve> curves,
      List<Metric> perNode) {
    return known(id, label, unit, false, monitor, curves, perNode);
  }

  /**
   * The tracks of a study. Simulations have neither memory nor bytes of disks, and measurements
   * have no running tasks.
   *
   * @param measured whether trials of it were measured
   * @param metered whether nodes had meters outside of them
   * @param simulated whether trials of it were simulated
   * @param monitors that are not Athanor's
   */
  public static List<Track> of(
      boolean measured, boolean metered, boolean simulated, List<MonitorInfo> monitors) {
    List<Track> tracks = new ArrayList<>(List.of(CPU, NETWORK));
    if (measured) {
      tracks.addAll(List.of(DISK, DISK_USE, MEMORY, PRESSURE, GC, POWER));
    }
    if (metered) {
      tracks.add(NODE_POWER);
    }
    if (simulated) {
      tracks.addAll(List.of(DEVICES, TASKS));
    }
    for (MonitorInfo monitor : monitors) {
      tracks.addAll(declared(monitor));
    }
    Collections.sort(tracks);
    return List.copyOf(tracks);
  }

  /** The tracks of a monitor that is not Athanor's: one for each unit. */
  private static List<Track> declared(MonitorInfo monitor) {
    Map<Unit, List<Curve>> curves = new EnumMap<>(Unit.class);
    for (SampleInfo sample : monitor.samples()) {
      curves
          .computeIfAbsent(sample.unit(), unused -> new ArrayList<>())
          .add(new Curve(sample.label(), sample.metric()));
    }
    List<Track> tracks = new ArrayList<>();
    curves.forEach(
        (unit, some) ->
            tracks.add(
                new Track(
                    Integer.MAX_VALUE,
                    "own_" + monitor.id() + "_" + unit.name().toLowerCase(Locale.ROOT),
                    monitor.label(),
                    unit,
                    false,
                    monitor.id(),
                    some,
                    List.of(some.get(0).metric()))));
    return tracks;
  }

  public String id() {
    return id;
  }

  public String label() {
    return label;
  }

  /** What the curves are when each node is shown by itself. */
  public String nodeLabel() {
    return equals(PRESSURE) ? "Pressure, waiting for I/O" : label;
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

  @Override
  public int compareTo(Track other) {
    return ORDER.compare(this, other);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Track track && track.id.equals(id);
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
