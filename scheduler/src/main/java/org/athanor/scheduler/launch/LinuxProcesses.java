// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.scheduler.run.ProcessId;

/** Processes as {@code /proc} shows them. Thread-safe. */
final class LinuxProcesses {
  /** The variable by which the processes of an attempt are found; its value is the tag. */
  static final String COOKIE = "ATHANOR_SCHEDULE_ATTEMPT";

  private static final Pattern COOKIES =
      Pattern.compile("\\x00" + COOKIE + "=([^\\x00]*)(?=\\x00)");

  private static final Path PROC = Path.of("/proc");

  /** Fields of {@code /proc/PID/stat} after the name: see proc(5). */
  private static final int STATE = 0;

  private static final int GROUP = 2;

  private static final int START_TICKS = 19;

  private static final int MEMORY = 20;

  private static final int CODE_START = 23;

  private static final int ENVIRONMENT_START = 47;

  private static final int ENVIRONMENT_END = 48;

  /** For how long a process may be starting a program before it cannot be told whose it is. */
  private static final long LONGEST_START_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final String NO_PROCESS = "No such process"; // ESRCH

  private final String boot;

  LinuxProcesses() throws IOException {
    this.boot = Files.readString(PROC.resolve("sys/kernel/random/boot_id")).strip();
  }

  /** The process with a number now. */
  Optional<ProcessId> process(long pid) throws IOException {
    return fields(pid).map(fields -> new ProcessId(pid, Long.parseLong(fields[START_TICKS]), boot));
  }

  /** Whether a process runs; one that has ended, and whose parent does not know, does not. */
  boolean isAlive(ProcessId id) throws IOException {
    return id.boot().equals(boot)
        && fields(id.pid())
            .filter(fields -> Long.parseLong(fields[START_TICKS]) == id.startTicks())
            .filter(LinuxProcesses::runs)
            .isPresent();
  }

  private static boolean runs(String[] fields) {
    return !fields[STATE].equals("Z") && !fields[STATE].equals("X");
  }

  private static Optional<String[]> fields(long pid) throws IOException {
    Optional<String> stat = read(PROC.resolve(Long.toString(pid)), "stat");
    return stat.map(text -> text.substring(text.lastIndexOf(')') + 2).split(" "));
  }

  /** A file of a process; empty if there is no such process. */
  static Optional<String> read(Path process, String name) throws IOException {
    try {
      return Optional.of(Files.readString(process.resolve(name), StandardCharsets.ISO_8859_1));
    } catch (NoSuchFileException gone) {
      return Optional.empty();
    } catch (IOException e) {
      // ESRCH: it ended between the opening and the reading.
      boolean gone = NO_PROCESS.equals(e.getMessage()) || e.toString().endsWith(": " + NO_PROCESS);
      if (gone || Files.notExists(process)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * The running processes with an attempt's tag in their environment, wherever they have gone.
   * Processes of other users cannot be seen.
   */
  List<ProcessId> membersOf(String tag) throws IOException {
    return membersOf(Set.of(tag)).getOrDefault(tag, List.of());
  }

  /** As {@link #membersOf(String)}, of several attempts in one pass; those without are left out. */
  Map<String, List<ProcessId>> membersOf(Set<String> tags) throws IOException {
    Map<String, List<ProcessId>> members = new HashMap<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path process : all) {
        Matcher cookie = COOKIES.matcher("\0" + environment(process));
        while (cookie.find()) {
          String tag = cookie.group(1);
          if (tags.contains(tag)) {
            Optional<ProcessId> id = process(Long.parseLong(process.getFileName().toString()));
            if (id.isPresent() && isAlive(id.get())) {
              members.computeIfAbsent(tag, none -> new ArrayList<>()).add(id.get());
            }
          }
        }
      }
    }
    return members;
  }

  /** The running processes of a process group. */
  List<ProcessId> membersOfGroup(long group) throws IOException {
    List<ProcessId> members = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path process : all) {
        long pid = Long.parseLong(process.getFileName().toString());
        Optional<String[]> fields = fields(pid);
        if (fields.isPresent()
            && Long.parseLong(fields.get()[GROUP]) == group
            && runs(fields.get())) {
          members.add(new ProcessId(pid, Long.parseLong(fields.get()[START_TICKS]), boot));
        }
      }
    }
    return members;
  }

  /**
   * The environment of a process; empty if it has ended, or cannot be seen. A process that starts a
   * program (execve(2)) has none for a moment, and one that was being read is cut off: it is read
   * until it is as long as the kernel says.
   */
  private static String environment(Path process) throws IOException {
    long pid = Long.parseLong(process.getFileName().toString());
    long start = System.nanoTime();
    while (true) {
      Optional<String> environment = environmentNow(process);
      Optional<String[]> fields = fields(pid).filter(LinuxProcesses::runs);
      if (environment.isEmpty() || fields.isEmpty() || !hasMemory(fields.get())) {
        return environment.orElse("");
      }
      boolean started = !fields.get()[CODE_START].equals("0"); // what execve(2) knows last
      boolean whole = environment.get().length() == lengthOfEnvironment(fields.get());
      boolean late = System.nanoTime() - start > LONGEST_START_NANOS;
      if (started && (whole || late)) {
        return environment.get();
      }
      if (late) {
        throw new IOException(
            process + ": has been starting a program for 10 s, and may be one of an attempt");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1)); // execve(2) tells nobody of its end
    }
  }

  /** Whether it is no thread of the kernel. */
  private static boolean hasMemory(String[] fields) {
    return !fields[MEMORY].equals("0");
  }

  private static long lengthOfEnvironment(String[] fields) {
    return Long.parseUnsignedLong(fields[ENVIRONMENT_END])
        - Long.parseUnsignedLong(fields[ENVIRONMENT_START]);
  }

  /** The environment as it is now; empty if there is no such process, or it cannot be seen. */
  private static Optional<String> environmentNow(Path process) throws IOException {
    try {
      return read(process, "environ");
    } catch (AccessDeniedException foreign) {
      return Optional.empty();
    } catch (IOException e) {
      // How it is refused depends on how /proc is mounted; of our own processes nothing may be
      // missed.
      if (isOwn(process)) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private static boolean isOwn(Path process) throws IOException {
    try {
      return Files.getOwner(process).equals(Files.getOwner(PROC.resolve("self")));
    } catch (NoSuchFileException gone) {
      return false;
    }
  }

  /** Sends SIGTERM or SIGKILL, unless the process is another one by now. */
  void signal(ProcessId id, boolean forcibly) throws IOException {
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
