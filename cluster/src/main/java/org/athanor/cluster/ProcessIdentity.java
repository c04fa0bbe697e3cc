// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A process of this machine, for ever: its id may be another's later, with another start time.
 *
 * @param host name of the machine
 * @param boot of the machine since which the process runs
 * @param pid its id
 * @param start clock ticks from boot to its start; see proc(5), its field 22 of a process
 */
record ProcessIdentity(String host, String boot, long pid, long start) {
  private static final Path HOST = Path.of("/proc/sys/kernel/hostname");
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

  static ProcessIdentity ofThisProcess() throws IOException {
    long pid = ProcessHandle.current().pid();
    return new ProcessIdentity(line(HOST), line(BOOT), pid, startOf(pid));
  }

  boolean isOfThisMachine() throws IOException {
    return host.equals(line(HOST));
  }

  /** Whether it still runs; it must be of this machine. */
  boolean isAlive() throws IOException {
    if (!boot.equals(line(BOOT)) || !Files.exists(Path.of("/proc", Long.toString(pid)))) {
      return false;
    }
    return startOf(pid) == start;
  }

  private static long startOf(long pid) throws IOException {
    String stat = line(Path.of("/proc", Long.toString(pid), "stat"));
    // The second field, in parentheses, is the program's name and may have any characters.
    return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[19]);
  }

  private static String line(Path file) throws IOException {
    return Files.readString(file).strip();
  }
}
