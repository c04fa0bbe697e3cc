// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Identifies a process for ever. Another process may get the same id later, but with another start
 * time.
 *
 * @param machine random id of its machine, see {@link Machine}
 * @param boot the kernel's random id of the boot in which the process runs
 * @param namespace the process namespace that {@code pid} belongs to
 * @param pid id of the process in that namespace
 * @param start clock ticks from the boot to the start of the process: field 22 of stat in proc(5)
 */
record ProcessIdentity(String machine, String boot, String namespace, long pid, long start) {
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
  private static final Path NAMESPACE = Path.of("/proc/self/ns/pid");

  static ProcessIdentity ofThisProcess() throws IOException {
    long pid = ProcessHandle.current().pid();
    long start = startOf(fieldsOf(pid).orElseThrow());
    return new ProcessIdentity(Machine.id(), currentBoot(), currentNamespace(), pid, start);
  }

  /** The kernel's random id of this boot of this machine. */
  static String currentBoot() throws IOException {
    return Files.readString(BOOT).strip();
  }

  /** The process namespace of this process and its children, such as a container's. */
  static String currentNamespace() throws IOException {
    return Files.readSymbolicLink(NAMESPACE).toString();
  }

  /**
   * Whether the process certainly does not run any more. A process of another machine or another
   * container counts as alive, because it cannot be seen from here.
   */
  boolean isDead() throws IOException {
    if (!machine.equals(Machine.id())) {
      return false;
    }
    if (!boot.equals(currentBoot())) {
      return true;
    }
    if (!namespace.equals(currentNamespace())) {
      return false;
    }
    Optional<String[]> fields = fieldsOf(pid);
    return fields.isEmpty() || isOver(fields.get()) || startOf(fields.get()) != start;
  }

  /** The fields of stat in proc(5), from the third one on; empty if there is no such process. */
  private static Optional<String[]> fieldsOf(long pid) throws IOException {
    Path file = Path.of("/proc", Long.toString(pid), "stat");
    try {
      String stat = Files.readString(file);
      // The second field, in parentheses, is the program's name and may have any characters.
      return Optional.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1));
    } catch (IOException e) {
      if (Files.notExists(file)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Whether the process has ended, and its parent has not read the exit status yet. */
  private static boolean isOver(String[] fields) {
    return fields[0].equals("Z") || fields[0].equals("X");
  }

  private static long startOf(String[] fields) {
    return Long.parseLong(fields[19]);
  }
}
