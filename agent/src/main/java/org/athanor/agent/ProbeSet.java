// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.athanor.agent.probe.Host;
import org.athanor.agent.probe.Probe;
import org.athanor.agent.probe.ProcessProbe;
import org.athanor.agent.probe.UnavailableException;
import org.athanor.results.MonitorInfo;

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
    Map<Monitor, String> unavailable = new TreeMap<>();
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
    Monitor.Needs needs = new Monitor.Needs(host, events, processes, nanoTime);
    for (Monitor monitor : new TreeSet<>(wanted)) {
      if (!probes.containsKey(monitor) && !unavailable.containsKey(monitor)) {
        try {
          probes.put(monitor, monitor.open(needs));
        } catch (UnavailableException e) {
          unavailable.put(monitor, e.getMessage());
        }
      }
    }
    return new ProbeSet(probes, unavailable);
  }

  /** What the monitors that are not Athanor's declare. */
  List<MonitorInfo> declared() {
    return probes.values().stream()
        .filter(OwnProbe.class::isInstance)
        .map(probe -> ((OwnProbe) probe).info())
        .toList();
  }

  /** Closes the probes, in the opposite order: a probe is closed before those that it uses. */
  public void close() {
    List<Probe> reversed = new ArrayList<>(probes.values());
    Collections.reverse(reversed);
    reversed.forEach(Probe::close);
  }
}
