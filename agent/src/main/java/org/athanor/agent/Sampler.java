// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.athanor.agent.probe.EventsProbe;
import org.athanor.agent.probe.JvmProbe;
import org.athanor.agent.probe.Probe;
import org.athanor.agent.probe.ProcessId;
import org.athanor.agent.probe.ProcessProbe;
import org.athanor.results.Reading;
import org.athanor.results.SampleTable.Column;
import org.athanor.results.Total;

/**
 * Samples this machine, one trial after the other. If a probe fails during a trial, its remaining
 * samples of that trial are missing, and its totals are the reason. Must be used by one thread.
 */
final class Sampler {

  /** If the last interval is shorter than this share of a full one, it yields no rates. */
  private static final double LEAST_SHARE = 0.2;

  /** The probes, in the order in which they are sampled. */
  private final Map<Monitor, Probe> probes;

  private final Map<Monitor, String> unavailable = new TreeMap<>();
  private final Map<Monitor, String> failed = new TreeMap<>();
  private final LongSupplier nanoTime;
  private List<Column> columns = List.of();
  private long start;
  private long last;

  Sampler(ProbeSet probes, LongSupplier nanoTime) {
    this.probes = probes.probes();
    this.unavailable.putAll(probes.unavailable());
    this.nanoTime = nanoTime;
  }

  /**
   * Begins a trial.
   *
   * @param marks of the framework's processes
   * @param runner the evaluator, if it runs on this machine
   * @return the columns of the samples
   */
  List<Column> begin(Set<String> marks, Optional<ProcessId> runner) {
    failed.clear();
    processes().ifPresent(processes -> processes.lookFor(marks, runner));
    // perf is started first: its start takes a while and must not count as part of the trial.
    Optional.ofNullable(probes.get(Monitor.EVENTS))
        .ifPresent(events -> guarded(Monitor.EVENTS, events::begin));
    probes.forEach(
        (monitor, probe) -> {
          if (!monitor.equals(Monitor.EVENTS)) {
            guarded(monitor, probe::begin);
          }
        });
    columns = new ArrayList<>();
    probes.values().forEach(probe -> columns.addAll(probe.columns()));
    start = nanoTime.getAsLong();
    last = start;
    return columns;
  }

  /** Looks for new processes between samples: a process may end before the next sample. */
  void look() {
    processes().ifPresent(processes -> guarded(Monitor.PROCESSES, processes::look));
    if (probes.get(Monitor.JVM) instanceof JvmProbe jvms) {
      guarded(Monitor.JVM, jvms::find);
    }
  }

  /** Takes a sample. */
  SampleRow sample() {
    long now = nanoTime.getAsLong();
    // Not zero, since rates are divided by it.
    double interval = Math.max(1e-6, (now - last) / 1e9);
    last = now;
    double[] row = new double[columns.size()];
    Arrays.fill(row, Double.NaN);
    int at = 0;
    for (Map.Entry<Monitor, Probe> entry : probes.entrySet()) {
      int column = at;
      guarded(entry.getKey(), () -> entry.getValue().sample(interval, row, column));
      at += entry.getValue().columns().size();
    }
    return new SampleRow((now - start) / 1e9, row);
  }

  /**
   * Ends the trial.
   *
   * @param usual nanoseconds between samples
   * @return the last sample, if enough time for rates has passed since the one before, and all
   *     totals
   */
  End end(long usual) {
    boolean longEnough = nanoTime.getAsLong() - last >= usual * LEAST_SHARE;
    SampleRow rest = sample();
    Map<Total, Reading> totals = new TreeMap<>();
    for (Map.Entry<Monitor, Probe> entry : probes.entrySet()) {
      guarded(entry.getKey(), () -> totals.putAll(entry.getValue().end()));
    }
    Set<Monitor> monitors = new TreeSet<>(probes.keySet());
    monitors.addAll(List.of(Monitor.values()));
    for (Monitor monitor : monitors) {
      String reason =
          failed.getOrDefault(
              monitor,
              unavailable.getOrDefault(
                  monitor, "monitor " + monitor.id() + " is not among those of the experiment"));
      for (Total total : totals(monitor)) {
        if (failed.containsKey(monitor) || !totals.containsKey(total)) {
          totals.put(total, Reading.unavailable(reason));
        }
      }
    }
    if (failed.containsKey(Monitor.PROCESSES)) {
      totals.put(Total.CPU_OTHER, Reading.unavailable(failed.get(Monitor.PROCESSES)));
    }
    return new End(longEnough ? Optional.of(rest) : Optional.empty(), totals, events());
  }

  private Collection<Total> totals(Monitor monitor) {
    return probes.get(monitor) instanceof OwnProbe own ? own.info().keys() : monitor.totals();
  }

  /** The counts of chosen events; why there are none, if perf has failed. */
  private Map<String, Reading> events() {
    Map<String, Reading> events = new TreeMap<>();
    if (probes.get(Monitor.EVENTS) instanceof EventsProbe probe) {
      events.putAll(probe.counted());
      if (failed.containsKey(Monitor.EVENTS)) {
        Reading none = Reading.unavailable(failed.get(Monitor.EVENTS));
        probe.chosen().forEach(event -> events.put(event, none));
      }
    }
    return events;
  }

  private Optional<ProcessProbe> processes() {
    return Optional.ofNullable((ProcessProbe) probes.get(Monitor.PROCESSES));
  }

  private void guarded(Monitor monitor, Step step) {
    if (failed.containsKey(monitor)) {
      return;
    }
    try {
      step.run();
    } catch (IOException | RuntimeException e) {
      failed.put(monitor, monitor.id() + ": " + e.getMessage());
    }
  }

  @FunctionalInterface
  private interface Step {
    void run() throws IOException;
  }

  /** The last sample, if there is one, the totals of a trial, and the counts of chosen events. */
  record End(Optional<SampleRow> rest, Map<Total, Reading> totals, Map<String, Reading> events) {}
}
