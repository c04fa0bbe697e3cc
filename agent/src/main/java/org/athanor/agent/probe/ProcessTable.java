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
 * All processes of this machine, and whose they are.
 *
 * <p>Looking is cheap: processes are listed only when the kernel has handed out pids since the last
 * time, and each one's environment is read when it is new. For some seconds it is read again at
 * each look, since a process is first a copy of the one that started it, and becomes what it is to
 * be when it executes its program.
 */
final class ProcessTable {

  /** How long a process may take from its start to the program it is to run. */
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
  }

  /** Whose processes are looked for from now on. */
  void lookFor(Set<String> newMarks, Optional<ProcessId> newRunner) {
    marks = newMarks;
    runner = newRunner;
    processes.values().forEach(process -> process.owner = null);
    lastPid = -1;
  }

  /**
   * Brings the list up to date; the times of single processes stay as they were. False if nothing
   * can have changed but that processes have ended.
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
    Map<Integer, Tracked> gone = new HashMap<>(processes);
    for (String name : names) {
      if (Character.isDigit(name.charAt(0))) {
        int id = Integer.parseInt(name);
        Tracked known = gone.remove(id);
        if (known == null) {
          add(id);
        } else if (mayBeNew(id, pid)) {
          recheck(known);
        }
      }
    }
    gone.values().forEach(this::remove);
  }

  /** Pids are handed out in order, and from the start again after the largest one. */
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
      // It has ended since it was listed.
      return Optional.empty();
    }
  }

  /** The mark in its environment; null without one, or where that may not be read. */
  private String readMark(int id) {
    Text environment;
    try {
      environment = reader.read(host.proc().resolve(id + "/environ"));
    } catch (IOException e) {
      // Another user's, which cannot carry a mark of ours, or it has ended.
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
      // A placeholder, should the parents of a process in transit ever form a ring.
      process.owner = Tracked.Owner.OTHER;
      process.owner = find(process);
    }
    return process.owner;
  }

  /** Whether it is one of the marks, or of a part of one. */
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
      return networkNamespace(process.pid).equals(namespace)
          ? Tracked.Owner.FRAMEWORK
          : Tracked.Owner.OTHER_NODE;
    }
    if (runner.isPresent()
        && runner.get().pid() == stat.pid()
        && runner.get().start() == stat.start()) {
      return Tracked.Owner.RUNNER;
    }
    return above == Tracked.Owner.KERNEL ? Tracked.Owner.OTHER : above;
  }

  /** Such as {@code net:[4026531833]}; that of this process where it may not be read. */
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
