// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import static org.athanor.agent.probe.CpuTimes.TICKS_PER_SECOND;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.athanor.results.Metric;
import org.athanor.results.Reading;
import org.athanor.results.SampleTable.Column;
import org.athanor.results.Total;
import org.athanor.results.Unit;

/**
 * The framework's processes: all that have the trial's mark in their environment, and their
 * descendants. Their CPU time is exact where a cgroup can be made for them ({@link
 * AccountingGroup}); elsewhere it is summed up from readings of the processes ({@link
 * ProcessAccount} states the error). Memory is the sum of the resident memory of each process, so
 * shared pages count several times.
 */
public final class ProcessProbe implements Probe {

  private static final int INIT = 1;

  private final Host host;
  private final Reader reader = new Reader();
  private final LongSupplier nanoTime;
  private final ProcessTable table;
  private final int pageBytes;
  private final int processors;

  private final ProcessAccount own = new ProcessAccount();
  private final ProcessAccount otherNodes = new ProcessAccount();
  private final ProcessAccount agent = new ProcessAccount();
  private final ProcessAccount runner = new ProcessAccount();
  private final ProcessAccount kernel = new ProcessAccount();

  private Optional<AccountingGroup> group;
  private String groupReason;
  private double groupFirst;

  /** Ticks that members had used before they were moved into the group. */
  private long ticksBeforeGroup;

  /** Child ticks, at the last reading, of the parents of the framework's first processes. */
  private Map<Integer, Long> reaped = Map.of();

  private long lastLook;
  private double lastOwn;
  private long peakResident;

  private ProcessProbe(
      Host host, ProcessTable table, LongSupplier nanoTime, int pageBytes, int processors) {
    this.host = host;
    this.table = table;
    this.nanoTime = nanoTime;
    this.pageBytes = pageBytes;
    this.processors = processors;
  }

  /**
   * Opens the probe.
   *
   * @param markVariable the environment variable that marks a framework's processes
   * @param self the process whose time is the agent's
   * @param grouped whether to use a cgroup if one can be made
   */
  public static ProcessProbe open(
      Host host, String markVariable, long self, boolean grouped, LongSupplier nanoTime)
      throws UnavailableException {
    try {
      Reader reader = new Reader();
      ProcessTable table = new ProcessTable(host, reader, markVariable, (int) self, nanoTime);
      CpuTimes times = CpuTimes.parse(reader.read(host.proc().resolve("stat")));
      ProcessProbe probe =
          new ProcessProbe(host, table, nanoTime, host.pageBytes(), times.processors());
      probe.openGroup(self, grouped);
      return probe;
    } catch (IOException e) {
      throw KernelFiles.unavailable(host.proc(), e);
    }
  }

  private void openGroup(long self, boolean grouped) {
    group = Optional.empty();
    groupReason = "not wanted";
    if (grouped) {
      try {
        group = Optional.of(AccountingGroup.create(host, self));
      } catch (UnavailableException e) {
        groupReason = e.getMessage();
      }
    }
  }

  /** Why CPU time is summed up from readings of processes; empty if it is that of a cgroup. */
  public Optional<String> inexact() {
    return group.isPresent() ? Optional.empty() : Optional.of(groupReason);
  }

  /** Sets whose processes the next trial measures. */
  public void lookFor(Set<String> marks, Optional<ProcessId> evaluator) {
    table.lookFor(marks, evaluator);
  }

  @Override
  public List<Column> columns() {
    return List.of(
        Column.of(Metric.CPU_OWN), Column.of(Metric.MEMORY_OWN), Column.of(Metric.PROCESSES_OWN));
  }

  @Override
  public void begin() throws IOException {
    peakResident = 0;
    table.look();
    joinGroup();
    removeOthers();
    ticksBeforeGroup = 0;
    groupFirst = group.isPresent() ? group.get().seconds() : 0;
    reaped = Map.of();
    own.begin(stats(Tracked.Owner.FRAMEWORK), reaped());
    otherNodes.begin(stats(Tracked.Owner.OTHER_NODE), Map.of());
    agent.begin(stats(Tracked.Owner.AGENT), Map.of());
    runner.begin(runnerStats(), Map.of());
    kernel.begin(stats(Tracked.Owner.KERNEL), Map.of());
    lastLook = nanoTime.getAsLong();
    lastOwn = 0;
  }

  /**
   * Looks for new processes, and reads the known ones if there may be new ones. The sooner this is
   * called after a process starts, the less of its time is missed. A call is cheap if no process
   * has started.
   */
  public void look() throws IOException {
    if (table.look()) {
      update();
    }
  }

  private void update() throws IOException {
    joinGroup();
    long now = nanoTime.getAsLong();
    long mostTicks = 1 + (long) Math.ceil((now - lastLook) / 1e9 * TICKS_PER_SECOND * processors);
    lastLook = now;
    List<ProcessStat> members = stats(Tracked.Owner.FRAMEWORK);
    own.update(members, reaped(), mostTicks);
    otherNodes.update(stats(Tracked.Owner.OTHER_NODE), Map.of(), mostTicks);
    agent.update(stats(Tracked.Owner.AGENT), Map.of(), mostTicks);
    runner.update(runnerStats(), Map.of(), mostTicks);
    long resident = 0;
    for (ProcessStat member : members) {
      resident += member.residentPages();
    }
    peakResident = Math.max(peakResident, resident);
  }

  @Override
  public void sample(double interval, double[] row, int at) throws IOException {
    table.look();
    update();
    double seconds = ownSeconds();
    row[at] = (seconds - lastOwn) / (interval * processors) * 100;
    lastOwn = seconds;
    long resident = 0;
    List<Tracked> members = table.of(Tracked.Owner.FRAMEWORK);
    for (Tracked member : members) {
      resident += member.stat.residentPages();
    }
    row[at + 1] = (double) resident * pageBytes;
    row[at + 2] = members.size();
  }

  @Override
  public Map<Total, Reading> end() throws IOException {
    kernel.update(stats(Tracked.Owner.KERNEL), Map.of(), 0);
    return Map.of(
        Total.CPU_OWN, Reading.of(ownSeconds(), Unit.SECONDS),
        Total.MEMORY_OWN_PEAK, Reading.of((double) peakResident * pageBytes, Unit.BYTES));
  }

  /**
   * CPU seconds, since the trial's start, of everything that does not count as a disturbance: the
   * framework, the evaluator and its agent, and the kernel's own threads. Call it after {@link
   * #end}.
   */
  double accountedSeconds() {
    long ticks = otherNodes.ticks() + agent.ticks() + runner.ticks() + kernel.ticks();
    return lastOwn + ticks / TICKS_PER_SECOND;
  }

  /** The framework's processes that lived at the last reading. */
  List<Tracked> framework() {
    return table.of(Tracked.Owner.FRAMEWORK);
  }

  private double ownSeconds() throws IOException {
    if (group.isPresent()) {
      return group.get().seconds() - groupFirst + ticksBeforeGroup / TICKS_PER_SECOND;
    }
    return own.ticks() / TICKS_PER_SECOND;
  }

  private List<ProcessStat> stats(Tracked.Owner owner) {
    List<ProcessStat> stats = new ArrayList<>();
    for (Tracked process : table.of(owner)) {
      if (process.look(host, reader)) {
        stats.add(process.stat);
      } else {
        table.remove(process);
      }
      if (owner == Tracked.Owner.KERNEL) {
        process.close();
      }
    }
    return stats;
  }

  /** The evaluator waits for the framework's processes: their time must not count as its own. */
  private List<ProcessStat> runnerStats() {
    return stats(Tracked.Owner.RUNNER).stream().map(ProcessStat::withoutChildren).toList();
  }

  /** The parents of first processes that have just ended are among those known from before. */
  private Map<Integer, Long> reaped() {
    Set<Integer> parents = new HashSet<>(reaped.keySet());
    table.of(Tracked.Owner.FRAMEWORK).forEach(member -> parents.add(member.stat.parent()));
    Map<Integer, Long> now = new HashMap<>();
    for (int pid : parents) {
      Tracked parent = table.process(pid).orElse(null);
      if (pid != INIT
          && parent != null
          && parent.owner != Tracked.Owner.FRAMEWORK
          && parent.look(host, reader)) {
        now.put(pid, parent.stat.childTicks());
      }
    }
    reaped = now;
    return now;
  }

  /** Moves processes of an earlier trial that still run out of the group. */
  private void removeOthers() throws IOException {
    if (group.isEmpty()) {
      return;
    }
    for (int pid : group.get().members()) {
      Tracked process = table.process(pid).orElse(null);
      if (process != null && process.owner != Tracked.Owner.FRAMEWORK) {
        process.grouped = false;
        group.get().remove(pid);
      }
    }
  }

  /** Moves the framework's processes into the group, and adds up what they had used before. */
  private void joinGroup() throws IOException {
    if (group.isEmpty()) {
      return;
    }
    List<Tracked> members = table.of(Tracked.Owner.FRAMEWORK);
    members.removeIf(member -> member.grouped);
    if (members.isEmpty()) {
      return;
    }
    Set<Integer> inside = group.get().members();
    for (Tracked member : members) {
      member.grouped = true;
      if (!inside.contains(member.pid) && member.look(host, reader)) {
        ticksBeforeGroup += member.stat.treeTicks();
        try {
          group.get().add(member.pid);
        } catch (IOException e) {
          if (member.look(host, reader) && member.stat.state() != 'Z') {
            leaveGroup(member, e);
            return;
          }
        }
      }
    }
  }

  /** Gives the group up: from now on, also in the current trial, {@link ProcessAccount} counts. */
  private void leaveGroup(Tracked member, IOException cause) throws IOException {
    groupReason =
        group.get().directory()
            + ": process "
            + member.pid
            + " cannot be moved there: "
            + KernelFiles.reason(cause);
    AccountingGroup abandoned = group.get();
    group = Optional.empty();
    abandoned.close();
  }

  @Override
  public void close() {
    table.close();
    group.ifPresent(KernelFiles::close);
  }
}
