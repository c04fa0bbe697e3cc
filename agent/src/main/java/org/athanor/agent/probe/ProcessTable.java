// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * All processes of this machine, and their owners.
 *
 * <p>Processes are listed only if the kernel has assigned new pids since the last time. The
 * environment of a process is read when the process is new, and again at each look during its first
 * seconds: a process starts as a copy of its parent and gets its own environment when it executes
 * its program.
 *
 * <p>Processes with this process's own mark work for it, such as those that hold memory for a
 * trial.
 */
final class ProcessTable {

  /** The longest time from a process's start until it executes its program. */
  static final long SETTLED_NANOS = 3_000_000_000L;

  private static final int LAST_PID_FIELD = 4;

  private final Host host;
  private final Reader reader;
  private final String markVariable;
  private final int self;
  private final LongSupplier nanoTime;
  private final FileChannel loadavg;
  private final Map<Integer, Tracked> processes = new HashMap<>();
  private final List<Tracked> unsettled = new ArrayList<>();
  private final String namespace;

  /** Null if it has none. */
  private final String ownMark;

  private Set<String> marks = Set.of();
  private Optional<ProcessId> runner = Optional.empty();
  private long lastPid = -1;

  ProcessTable(Host host, Reader reader, String markVariable, int self, LongSupplier nanoTime)
      throws IOException {
    this.host = host;
    this.reader = reader;
    this.markVariable = markVariable + "=";
    this.self = self;
    this.nanoTime = nanoTime;
    this.loadavg = Reader.open(host.proc().resolve("loadavg"));
    this.namespace = networkNamespace(self);
    this.ownMark = readMark(self);
  }

  /** Sets whose processes are looked for from now on. */
  void lookFor(Set<String> newMarks, Optional<ProcessId> newRunner) {
    marks = newMarks;
    runner = newRunner;
    processes.values().forEach(process -> process.owner = null);
    lastPid = -1;
  }

  /**
   * Updates the list of processes, but not the times of the known ones. False if the only possible
   * change is that processes have ended.
   */
  boolean look() throws IOException {
    long pid = readLastPid();
    if (pid == lastPid && unsettled.isEmpty()) {
      return false;
    }
    if (pid != lastPid) {
      list(pid);
      lastPid = pid;
    }
    long now = nanoTime.getAsLong();
    unsettled.removeIf(
        process -> {
          if (processes.get(process.pid) != process) {
            return true;
          }
          if (process.mark == null) {
            readStat(process.pid)
                .filter(stat -> stat.same(process.stat))
                .ifPresent(stat -> process.stat = stat);
            process.mark = readMark(process.pid);
            process.owner = null;
          }
          return now - process.firstSeen > SETTLED_NANOS;
        });
    processes.values().forEach(this::owner);
    return true;
  }

  private long readLastPid() throws IOException {
    Text text = reader.readPiece(loadavg);
    text.skipWords(LAST_PID_FIELD);
    return text.number();
  }

  private void list(long pid) throws IOException {
    String[] names = host.proc().toFile().list();
    if (names == null) {
      throw new IOException(host.proc() + ": cannot be listed");
    }
    Map<Integer, Tracked> ended = new HashMap<>(processes);
    for (String name : names) {
      if (Character.isDigit(name.charAt(0))) {
        int id = Integer.parseInt(name);
        Tracked known = ended.remove(id);
        if (known == null) {
          add(id);
        } else if (mayBeNew(id, pid)) {
          recheck(known);
        }
      }
    }
    ended.values().forEach(this::remove);
  }

  /** The kernel assigns pids in order, and starts again after the largest one. */
  private boolean mayBeNew(int id, long pid) {
    return lastPid <= pid ? id > lastPid && id <= pid : id > lastPid || id <= pid;
  }

  private void recheck(Tracked known) {
    Optional<ProcessStat> now = readStat(known.pid);
    if (now.isEmpty() || !now.get().same(known.stat)) {
      remove(known);
      add(known.pid);
    }
  }

  private void add(int id) {
    readStat(id)
        .ifPresent(
            stat -> {
              Tracked process = new Tracked(stat, nanoTime.getAsLong());
              processes.put(id, process);
              if (!stat.kernelThread()) {
                unsettled.add(process);
              }
            });
  }

  /** Forgets a process that has ended. */
  void remove(Tracked process) {
    processes.remove(process.pid, process);
    process.close();
  }

  private Optional<ProcessStat> readStat(int id) {
    try {
      return Optional.of(ProcessStat.parse(reader.read(host.proc().resolve(id + "/stat"))));
    } catch (IOException e) {
      // The process has ended since it was listed.
      return Optional.empty();
    }
  }

  /** The mark in a process's environment; null if it has none or may not be read. */
  private String readMark(int id) {
    Text environment;
    try {
      environment = reader.read(host.proc().resolve(id + "/environ"));
    } catch (IOException e) {
      // The process has ended, or is another user's and so has no mark of ours.
      return null;
    }
    while (!environment.atEnd()) {
      if (environment.take(markVariable)) {
        int from = environment.position();
        int to = from;
        while (to < environment.length() && environment.at(to) != 0) {
          to++;
        }
        byte[] value = new byte[to - from];
        for (int i = 0; i < value.length; i++) {
          value[i] = environment.at(from + i);
        }
        return new String(value, StandardCharsets.UTF_8);
      }
      environment.nextEntry();
    }
    return null;
  }

  private Tracked.Owner owner(Tracked process) {
    if (process.owner == null) {
      // Stops the recursion if parents ever form a ring: they are not read all at one time.
      process.owner = Tracked.Owner.OTHER;
      process.owner = find(process);
    }
    return process.owner;
  }

  /** Whether a mark is one of those looked for, or marks a part of one: {@code mark/part}. */
  private boolean marked(String mark) {
    return marks.stream().anyMatch(each -> mark.equals(each) || mark.startsWith(each + "/"));
  }

  private Tracked.Owner find(Tracked process) {
    ProcessStat stat = process.stat;
    if (stat.kernelThread()) {
      return Tracked.Owner.KERNEL;
    }
    Tracked parent = processes.get(stat.parent());
    Tracked.Owner above = parent == null ? Tracked.Owner.OTHER : owner(parent);
    if (process.pid == self || above == Tracked.Owner.AGENT) {
      return Tracked.Owner.AGENT;
    }
    if (process.mark != null && marked(process.mark)) {
      return here(process) ? Tracked.Owner.FRAMEWORK : Tracked.Owner.OTHER_NODE;
    }
    if (process.mark != null && process.mark.equals(ownMark)) {
      return here(process) ? Tracked.Owner.AGENT : Tracked.Owner.OTHER_NODE;
    }
    if (runner.isPresent()
        && runner.get().pid() == stat.pid()
        && runner.get().start() == stat.start()) {
      return Tracked.Owner.RUNNER;
    }
    return above == Tracked.Owner.KERNEL ? Tracked.Owner.OTHER : above;
  }

  /** Whether a process is on this node, not on another one that is on this machine too. */
  private boolean here(Tracked process) {
    return networkNamespace(process.pid).equals(namespace);
  }

  /**
   * A process's network namespace, such as {@code net:[4026531833]}; if it may not be read, that of
   * this process.
   */
  private String networkNamespace(int id) {
    Path link = host.proc().resolve(id + "/ns/net");
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException e) {
      return namespace == null ? "" : namespace;
    }
  }

  List<Tracked> of(Tracked.Owner owner) {
    List<Tracked> found = new ArrayList<>();
    for (Tracked process : processes.values()) {
      if (process.owner == owner) {
        found.add(process);
      }
    }
    return found;
  }

  Optional<Tracked> process(int pid) {
    return Optional.ofNullable(processes.get(pid));
  }

  void close() {
    processes.values().forEach(Tracked::close);
    processes.clear();
    KernelFiles.close(loadavg);
  }
}
