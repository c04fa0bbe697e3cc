// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.monitor.probe;

import java.nio.charset.StandardCharsets;

/**
 * A process at a moment, from {@code /proc/PID/stat}. Times are in ticks of 10 ms.
 *
 * @param start ticks from the boot to its start; with the pid it identifies a process
 * @param ticks CPU time of its threads, those that ended included
 * @param childTicks CPU time of its children that ended and that it waited for, with theirs
 */
record ProcessStat(
    int pid,
    String name,
    char state,
    int parent,
    boolean kernelThread,
    long ticks,
    long childTicks,
    long start,
    long residentPages) {

  private static final long PF_KTHREAD = 0x0020_0000;

  static ProcessStat parse(Text stat) {
    int pid = (int) stat.number();
    // The name stands in parentheses and may itself contain blanks and parentheses.
    int open = stat.position();
    int close = stat.length() - 1;
    while (close > open && stat.at(close) != ')') {
      close--;
    }
    while (open < close && stat.at(open) != '(') {
      open++;
    }
    if (open == close) {
      throw new IllegalArgumentException("/proc/PID/stat: has no name: " + stat);
    }
    byte[] name = new byte[close - open - 1];
    for (int i = 0; i < name.length; i++) {
      name[i] = stat.at(open + 1 + i);
    }
    stat.position(close + 1);
    char state = stat.word().charAt(0);
    int parent = (int) stat.number();
    skip(stat, 4);
    long flags = stat.number();
    skip(stat, 4);
    long ticks = stat.number() + stat.number();
    long childTicks = stat.number() + stat.number();
    skip(stat, 4);
    long start = stat.number();
    skip(stat, 1);
    return new ProcessStat(
        pid,
        new String(name, StandardCharsets.UTF_8),
        state,
        parent,
        (flags & PF_KTHREAD) != 0,
        ticks,
        childTicks,
        start,
        stat.number());
  }

  private static void skip(Text stat, int fields) {
    for (int i = 0; i < fields; i++) {
      stat.word();
    }
  }

  /** Its own time and that of the children it waited for. */
  long treeTicks() {
    return ticks + childTicks;
  }

  ProcessStat withoutChildren() {
    return new ProcessStat(pid, name, state, parent, kernelThread, ticks, 0, start, residentPages);
  }

  boolean same(ProcessStat other) {
    return pid == other.pid && start == other.start;
  }
}
