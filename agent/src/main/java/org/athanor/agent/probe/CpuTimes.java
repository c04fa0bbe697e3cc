// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

/**
 * CPU time of all processors since the boot, from {@code /proc/stat}, in ticks of 10 ms (the
 * kernel's {@code USER_HZ} is 100 on every architecture that runs Java). The kernel includes the
 * time of guests in the user time, so their own columns are not added.
 *
 * @param user user time, including that of nice processes
 * @param system kernel time of processes, without interrupts
 * @param interrupts time of hard and soft interrupts, which belong to no process
 * @param idle idle time without {@code iowait}
 * @param steal time that the hypervisor took
 * @param processors number of processors that are online
 */
record CpuTimes(
    long user, long system, long interrupts, long iowait, long idle, long steal, int processors) {

  static final double TICKS_PER_SECOND = 100;

  static CpuTimes parse(Text stat) {
    if (!stat.take("cpu ")) {
      throw new IllegalArgumentException("/proc/stat: must start with \"cpu \"");
    }
    long user = stat.number() + stat.number();
    long system = stat.number();
    long idle = stat.number();
    long iowait = stat.number();
    long interrupts = stat.number() + stat.number();
    // Kernels before 2.6.11 have no such column.
    long steal = Math.max(0, stat.number());
    stat.nextLine();
    int processors = 0;
    while (stat.take("cpu")) {
      processors++;
      stat.nextLine();
    }
    return new CpuTimes(user, system, interrupts, iowait, idle, steal, processors);
  }

  /**
   * The time between an earlier reading and this one. A difference that would be negative is 0: the
   * kernel's {@code iowait} may decrease, and the times of a processor vanish when it goes offline.
   */
  CpuTimes since(CpuTimes earlier) {
    return new CpuTimes(
        Math.max(0, user - earlier.user),
        Math.max(0, system - earlier.system),
        Math.max(0, interrupts - earlier.interrupts),
        Math.max(0, iowait - earlier.iowait),
        Math.max(0, idle - earlier.idle),
        Math.max(0, steal - earlier.steal),
        processors);
  }

  long all() {
    return user + system + interrupts + iowait + idle + steal;
  }

  /** Time that processes and kernel threads ran. */
  long busy() {
    return user + system;
  }
}
