// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A cgroup of the framework's processes that gives their exact CPU time: a process that starts in
 * the group stays in it, and its time still counts after it has ended. The group must not change
 * how the processes run. Where the kernel would give it a limit or a CPU share of its own, no group
 * is made.
 */
final class AccountingGroup implements Closeable {

  private static final String PREFIX = "athanor-";
  private static final int MOST_ROUNDS = 10;

  private final Reader reader = new Reader();
  private final Path directory;
  private final FileChannel usage;
  private final boolean v2;

  private AccountingGroup(Path directory, boolean v2) throws IOException {
    this.directory = directory;
    this.v2 = v2;
    this.usage = Reader.open(directory.resolve(v2 ? "cpu.stat" : "cpuacct.usage"));
  }

  /**
   * Makes a group below this process's own group, and removes the groups that killed agents left
   * there.
   *
   * @param pid this process
   */
  static AccountingGroup create(Host host, long pid) throws UnavailableException {
    String reason = "no cgroup of version 2, and none of version 1 with cpuacct alone, is mounted";
    for (boolean v2 : List.of(true, false)) {
      Optional<Path> own = ownDirectory(host, v2);
      if (own.isPresent()) {
        Path directory = own.get().resolve(PREFIX + pid);
        try {
          removeLeftovers(own.get());
          Optional<String> limit = limit(own.get(), v2);
          if (limit.isPresent()) {
            reason = limit.get();
            continue;
          }
          Files.createDirectory(directory);
          if (v2 && !Files.readString(directory.resolve("cgroup.controllers")).isBlank()) {
            Files.delete(directory);
            reason = own.get() + ": a group below it would get a CPU share of its own";
            continue;
          }
          return new AccountingGroup(directory, v2);
        } catch (IOException e) {
          reason = directory + ": " + KernelFiles.reason(e);
        }
      }
    }
    throw new UnavailableException(reason);
  }

  /** The directory of this process's own group; empty if that kind of hierarchy is not mounted. */
  static Optional<Path> ownDirectory(Host host, boolean v2) throws UnavailableException {
    try {
      String wanted = v2 ? "" : "cpuacct";
      for (String line : Files.readAllLines(host.proc().resolve("self/cgroup"))) {
        String[] fields = line.split(":", 3);
        if (fields.length == 3 && fields[1].equals(wanted)) {
          for (String mount : Files.readAllLines(host.proc().resolve("self/mountinfo"))) {
            Optional<Path> directory = inMount(mount, fields[2], v2);
            if (directory.isPresent()) {
              return directory;
            }
          }
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      throw new UnavailableException("cgroups: " + KernelFiles.reason(e), e);
    }
  }

  /** {@code 26 24 0:25 ROOT MOUNT-POINT options - TYPE source super-options}. */
  private static Optional<Path> inMount(String mount, String group, boolean v2) {
    int dash = mount.indexOf(" - ");
    String[] fields = mount.split(" ", -1);
    if (dash < 0 || fields.length < 5) {
      return Optional.empty();
    }
    String[] type = mount.substring(dash + 3).split(" ", -1);
    boolean wanted =
        v2
            ? type[0].equals("cgroup2")
            : type[0].equals("cgroup")
                && type.length > 2
                && List.of(type[2].split(",", -1)).contains("cpuacct");
    if (!wanted) {
      return Optional.empty();
    }
    String root = fields[3];
    String below =
        root.equals("/") ? group : group.startsWith(root) ? group.substring(root.length()) : "/";
    Path directory = Path.of(fields[4], below);
    return Files.isDirectory(directory) ? Optional.of(directory) : Optional.empty();
  }

  /**
   * Says which limit this process's own group has; empty if it has none. A JVM in a group below
   * would not see the limit and would size itself for the whole machine.
   */
  private static Optional<String> limit(Path own, boolean v2) throws IOException {
    if (!v2) {
      return Optional.empty();
    }
    for (String name : List.of("memory.max", "cpu.max")) {
      Path file = own.resolve(name);
      if (Files.exists(file) && !Files.readString(file).startsWith("max")) {
        return Optional.of(file + ": is limited, and a group below it would hide that from JVMs");
      }
    }
    return Optional.empty();
  }

  private static void removeLeftovers(Path own) throws IOException {
    try (DirectoryStream<Path> groups = Files.newDirectoryStream(own, PREFIX + "*")) {
      for (Path group : groups) {
        long owner = Long.parseLong(group.getFileName().toString().substring(PREFIX.length()));
        if (ProcessHandle.of(owner).isEmpty()
            && Files.readString(group.resolve("cgroup.procs")).isBlank()) {
          Files.delete(group);
        }
      }
    } catch (NumberFormatException e) {
      throw new IOException(own + ": has a group " + PREFIX + "* that no agent made", e);
    }
  }

  Path directory() {
    return directory;
  }

  /** CPU seconds of all processes that have ever run in the group. */
  double seconds() throws IOException {
    Text text = reader.read(usage);
    if (!v2) {
      return text.number() / 1e9;
    }
    while (!text.atEnd()) {
      if (text.take("usage_usec")) {
        return text.number() / 1e6;
      }
      text.nextLine();
    }
    throw new IOException(directory.resolve("cpu.stat") + ": has no usage_usec");
  }

  Set<Integer> members() throws IOException {
    Set<Integer> pids = new HashSet<>();
    Text text = reader.read(directory.resolve("cgroup.procs"));
    for (long pid = text.number(); pid >= 0; pid = text.number()) {
      pids.add((int) pid);
      text.nextLine();
    }
    return pids;
  }

  /** Moves a process with its threads into the group; its children stay where they are. */
  void add(int pid) throws IOException {
    move(pid, directory);
  }

  /** Moves a process to the group above, unless it has ended. */
  void remove(int pid) throws IOException {
    try {
      move(pid, directory.getParent());
    } catch (IOException e) {
      if (members().contains(pid)) {
        throw e;
      }
    }
  }

  private static void move(int pid, Path group) throws IOException {
    Files.writeString(
        group.resolve("cgroup.procs"), Integer.toString(pid), StandardOpenOption.WRITE);
  }

  /** Moves the processes that still run to the group above, and removes this group. */
  @Override
  public void close() throws IOException {
    usage.close();
    // Processes that still run may start others meanwhile.
    for (int round = 0; round < MOST_ROUNDS; round++) {
      Set<Integer> members = members();
      if (members.isEmpty()) {
        break;
      }
      for (int pid : members) {
        remove(pid);
      }
    }
    Files.delete(directory);
  }
}
