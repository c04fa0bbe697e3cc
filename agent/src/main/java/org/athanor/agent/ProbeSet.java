// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.athanor.agent.probe.CpuProbe;
import org.athanor.agent.probe.DiskProbe;
import org.athanor.agent.probe.EnergyProbe;
import org.athanor.agent.probe.EventsProbe;
import org.athanor.agent.probe.FileSystemProbe;
import org.athanor.agent.probe.Host;
import org.athanor.agent.probe.JvmProbe;
import org.athanor.agent.probe.MemoryProbe;
import org.athanor.agent.probe.NetworkProbe;
import org.athanor.agent.probe.PressureProbe;
import org.athanor.agent.probe.Probe;
import org.athanor.agent.probe.ProcessProbe;
import org.athanor.agent.probe.UnavailableException;

/**
 * The probes that work on this machine, in the order in which they must be sampled, and why the
 * others do not work.
 */
public record ProbeSet(Map<Monitor, Probe> probes, Map<Monitor, String> unavailable) {

  /**
   * Opens the probes. The processes come first, since the CPU and JVM probes use what was read of
   * them.
   *
   * @param events that {@link Monitor#EVENTS} counts in addition to its own
   * @param variable name of the environment variable that holds the mark of a process
   */
  public static ProbeSet open(
      Host host,
      Set<Monitor> wanted,
      List<String> events,
      String variable,
      boolean grouped,
      LongSupplier nanoTime) {
    Map<Monitor, Probe> probes = new LinkedHashMap<>();
    Map<Monitor, String> unavailable = new EnumMap<>(Monitor.class);
    ProcessProbe processes;
    try {
      processes =
          ProcessProbe.open(host, variable, ProcessHandle.current().pid(), grouped, nanoTime);
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
          probes.put(monitor, open(monitor, host, events, processes, nanoTime));
        } catch (UnavailableException e) {
          unavailable.put(monitor, e.getMessage());
        }
      }
    }
    return new ProbeSet(probes, unavailable);
  }

  private static Probe open(
      Monitor monitor,
      Host host,
      List<String> events,
      ProcessProbe processes,
      LongSupplier nanoTime)
      throws UnavailableException {
    return switch (monitor) {
      case CPU -> CpuProbe.open(host, processes);
      case PROCESSES -> processes;
      case MEMORY -> MemoryProbe.open(host);
      case DISK -> DiskProbe.open(host);
      case LUSTRE -> FileSystemProbe.lustre(host);
      case NFS -> FileSystemProbe.nfs(host);
      case NETWORK -> NetworkProbe.open(host);
      case PRESSURE -> PressureProbe.open(host);
      case JVM -> JvmProbe.open(host, processes, nanoTime);
      case ENERGY -> EnergyProbe.open(host);
      case EVENTS -> EventsProbe.open("perf", events);
    };
  }

  /** Closes the probes, in the opposite order: a probe is closed before those that it uses. */
  public void close() {
    List<Probe> reversed = new ArrayList<>(probes.values());
    Collections.reverse(reversed);
    reversed.forEach(Probe::close);
  }
}
