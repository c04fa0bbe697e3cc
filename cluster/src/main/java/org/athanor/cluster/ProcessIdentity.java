// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A process, for ever: its id may be another's later, with another start time.
 *
 * @param machine random id of its machine, see {@link Machine}
 * @param boot the kernel's random id of the boot of the machine since which the process runs
 * @param namespace the process namespace that {@code pid} belongs to
 * @param pid its id
 * @param start clock ticks from boot to its start; see proc(5), its field 22 of a process
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

  /** Where process ids of this process and of its children count, such as a container. */
  static String currentNamespace() throws IOException {
    return Files.readSymbolicLink(NAMESPACE).toString();
  }

  /**
   * Whether it certainly does not run any more. A process of another machine, or of another
   * container of this one, cannot be judged: it counts as alive.
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

  /** What stat of proc(5) tells from the third field on; empty if there is no such process. */
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

  /** Nobody has asked for its exit status yet, but it runs no more. */
  private static boolean isOver(String[] fields) {
    return fields[0].equals("Z") || fields[0].equals("X");
  }

  private static long startOf(String[] fields) {
    return Long.parseLong(fields[19]);
  }
}
