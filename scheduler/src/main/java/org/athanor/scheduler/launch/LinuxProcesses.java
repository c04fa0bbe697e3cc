// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.athanor.scheduler.run.ProcessId;

/** Processes as {@code /proc} shows them. Thread-safe. */
final class LinuxProcesses {
  /** The variable by which the processes of an attempt are found; its value is the tag. */
  static final String COOKIE = "ATHANOR_SCHEDULE_ATTEMPT";

  private static final Path PROC = Path.of("/proc");

  /** Fields of {@code /proc/PID/stat} after the name: see proc(5). */
  private static final int STATE = 0;

  private static final int START_TICKS = 19;

  private final String boot;

  LinuxProcesses() throws IOException {
    this.boot = Files.readString(PROC.resolve("sys/kernel/random/boot_id")).strip();
  }

  /** The process with a number now. */
  Optional<ProcessId> process(long pid) {
    return fields(pid).map(fields -> new ProcessId(pid, Long.parseLong(fields[START_TICKS]), boot));
  }

  /** Whether a process runs; one that has ended, and whose parent does not know, does not. */
  boolean isAlive(ProcessId id) {
    return id.boot().equals(boot)
        && fields(id.pid())
            .filter(fields -> Long.parseLong(fields[START_TICKS]) == id.startTicks())
            .filter(LinuxProcesses::runs)
            .isPresent();
  }

  private static boolean runs(String[] fields) {
    return !fields[STATE].equals("Z") && !fields[STATE].equals("X");
  }

  private static Optional<String[]> fields(long pid) {
    try {
      String stat =
          Files.readString(
              PROC.resolve(Long.toString(pid)).resolve("stat"), StandardCharsets.ISO_8859_1);
      return Optional.of(stat.substring(stat.lastIndexOf(')') + 2).split(" "));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  /**
   * The running processes with an attempt's tag in their environment, wherever they have gone.
   * Processes of other users cannot be seen.
   */
  List<ProcessId> membersOf(String tag) throws IOException {
    String wanted = "\0" + COOKIE + "=" + tag + "\0";
    List<ProcessId> members = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path process : all) {
        if (("\0" + environment(process)).contains(wanted)) {
          process(Long.parseLong(process.getFileName().toString()))
              .filter(this::isAlive)
              .ifPresent(members::add);
        }
      }
    }
    return members;
  }

  private static String environment(Path process) {
    try {
      return Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
    } catch (IOException goneOrForeign) {
      return "";
    }
  }

  /** Sends SIGTERM or SIGKILL, unless the process is another one by now. */
  void signal(ProcessId id, boolean forcibly) {
    Optional<ProcessHandle> handle = ProcessHandle.of(id.pid());
    if (handle.isPresent() && isAlive(id)) {
      if (forcibly) {
        handle.get().destroyForcibly();
      } else {
        handle.get().destroy();
      }
    }
  }
}
