// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.monitor;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.athanor.bench.monitor.probe.CpuProbe;
import org.athanor.bench.monitor.probe.DiskProbe;
import org.athanor.bench.monitor.probe.EnergyProbe;
import org.athanor.bench.monitor.probe.EventsProbe;
import org.athanor.bench.monitor.probe.Host;
import org.athanor.bench.monitor.probe.JvmProbe;
import org.athanor.bench.monitor.probe.MemoryProbe;
import org.athanor.bench.monitor.probe.NetworkProbe;
import org.athanor.bench.monitor.probe.PressureProbe;
import org.athanor.bench.monitor.probe.Probe;
import org.athanor.bench.monitor.probe.ProcessProbe;
import org.athanor.bench.monitor.probe.UnavailableException;
import org.athanor.cluster.Mark;

/**
 * The probes that work on this machine, in the order in which they must be sampled, and why the
 * others do not work.
 */
record ProbeSet(Map<Monitor, Probe> probes, Map<Monitor, String> unavailable) {

  /**
   * Opens the probes. The processes come first, since the CPU and JVM probes use what was read of
   * them.
   */
  static ProbeSet open(Host host, Set<Monitor> wanted, boolean grouped, LongSupplier nanoTime) {
    Map<Monitor, Probe> probes = new LinkedHashMap<>();
    Map<Monitor, String> unavailable = new EnumMap<>(Monitor.class);
    ProcessProbe processes;
    try {
      processes =
          ProcessProbe.open(host, Mark.VARIABLE, ProcessHandle.current().pid(), grouped, nanoTime);
      probes.put(Monitor.PROCESSES, processes);
    } catch (UnavailableException e) {
      for (Monitor monitor : Set.of(Monitor.PROCESSES, Monitor.CPU, Monitor.JVM)) {
        unavailable.put(monitor, e.getMessage());
      }
      processes = null;
    }
    for (Monitor monitor : Monitor.values()) {
      if (wanted.contains(monitor)
          && !probes.containsKey(monitor)
          && !unavailable.containsKey(monitor)) {
        try {
          probes.put(monitor, open(monitor, host, processes, nanoTime));
        } catch (UnavailableException e) {
          unavailable.put(monitor, e.getMessage());
        }
      }
    }
    return new ProbeSet(probes, unavailable);
  }

  private static Probe open(
      Monitor monitor, Host host, ProcessProbe processes, LongSupplier nanoTime)
      throws UnavailableException {
    return switch (monitor) {
      case CPU -> CpuProbe.open(host, processes);
      case PROCESSES -> processes;
      case MEMORY -> MemoryProbe.open(host);
      case DISK -> DiskProbe.open(host);
      case NETWORK -> NetworkProbe.open(host);
      case PRESSURE -> PressureProbe.open(host);
      case JVM -> JvmProbe.open(host, processes, nanoTime);
      case ENERGY -> EnergyProbe.open(host);
      case EVENTS -> EventsProbe.open("perf");
    };
  }

  /** Closes the probes, in the opposite order: a probe is closed before those that it uses. */
  void close() {
    List<Probe> reversed = new ArrayList<>(probes.values());
    Collections.reverse(reversed);
    reversed.forEach(Probe::close);
  }
}
