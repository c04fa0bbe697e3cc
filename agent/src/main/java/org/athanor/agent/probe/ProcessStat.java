// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

/**
 * The state of a process at one time, from {@code /proc/PID/stat}. Times are in ticks of 10 ms.
 *
 * @param start ticks from the boot to the process's start; pid and start identify a process
 * @param ticks CPU time of its threads, including those that have ended
 * @param childTicks CPU time of its ended children that it has waited for, including the child time
 *     of these
 */
record ProcessStat(
    int pid,
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
    // A name in parentheses follows, which may itself contain blanks and parentheses.
    int close = stat.length() - 1;
    while (close > 0 && stat.at(close) != ')') {
      close--;
    }
    if (close == 0) {
      throw new IllegalArgumentException("/proc/PID/stat: has no name: " + stat);
    }
    stat.position(close + 2);
    char state = (char) stat.at(close + 2);
    stat.skipWords(1);
    int parent = (int) stat.number();
    stat.skipWords(4);
    long flags = stat.number();
    stat.skipWords(4);
    long ticks = stat.number() + stat.number();
    long childTicks = stat.number() + stat.number();
    stat.skipWords(4);
    long start = stat.number();
    stat.skipWords(1);
    return new ProcessStat(
        pid, state, parent, (flags & PF_KTHREAD) != 0, ticks, childTicks, start, stat.number());
  }

  /** The process's own time and that of the children for which it has waited. */
  long treeTicks() {
    return ticks + childTicks;
  }

  ProcessStat withoutChildren() {
    return new ProcessStat(pid, state, parent, kernelThread, ticks, 0, start, residentPages);
  }

  boolean same(ProcessStat other) {
    return pid == other.pid && start == other.start;
  }
}
