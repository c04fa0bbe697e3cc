// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The limits of memory of this process's control groups, as a container has them: of its own group
 * and of all groups above it, in version 2 and version 1 of the kernel's interface.
 */
final class MemoryLimits {

  private static final Path MOUNT = Path.of("/sys/fs/cgroup");

  /** A line of {@code /proc/self/cgroup}: of version 2, or of version 1 with its controllers. */
  private static final Pattern GROUP = Pattern.compile("\\d+:([^:]*):(/.*)");

  private static final Pattern CACHE =
      Pattern.compile("(?m)^(?:total_)?(?:in)?active_file (\\d+)$");

  private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");
  private static final long MEBIBYTE = 1 << 20;

  private final List<Group> groups;

  /**
   * A control group and the names of its files.
   *
   * @param usage the memory that it uses, its page cache included
   */
  private record Group(Path directory, String limit, String usage) {

    /** What it leaves; empty if it has no limit. */
    Optional<MemoryState> left() throws IOException {
      Optional<Long> most = number(limit);
      if (most.isEmpty()) {
        return Optional.empty();
      }
      long free = Math.max(0, most.get() - number(usage).orElse(0L));
      return Optional.of(new MemoryState(mebibytes(free), mebibytes(free + cache())));
    }

    private long cache() throws IOException {
      Path file = directory.resolve("memory.stat");
      if (!Files.exists(file)) {
        return 0;
      }
      String text = Files.readString(file);
      // Version 1 counts the groups below in lines of their own.
      boolean totals = text.contains("total_inactive_file ");
      Matcher line = CACHE.matcher(text);
      long bytes = 0;
      while (line.find()) {
        if (totals == line.group().startsWith("total_")) {
          bytes += Long.parseLong(line.group(1));
        }
      }
      return bytes;
    }

    private Optional<Long> number(String name) throws IOException {
      Path file = directory.resolve(name);
      if (!Files.exists(file)) {
        return Optional.empty();
      }
      // Version 2 has the word "max" if there is no limit.
      return Optional.of(Files.readString(file).strip())
          .filter(text -> NUMBER.matcher(text).matches())
          .map(Long::parseLong);
    }

    private static int mebibytes(long bytes) {
      return (int) Math.min(Integer.MAX_VALUE, bytes / MEBIBYTE);
    }
  }

  private MemoryLimits(List<Group> groups) {
    this.groups = List.copyOf(groups);
  }

  /** Those of this process. */
  static MemoryLimits here() throws IOException {
    return of(Files.readString(Path.of("/proc/self/cgroup")), MOUNT);
  }

  /**
   * Those of a process.
   *
   * @param text of its {@code /proc/PID/cgroup}
   * @param mount where the groups are mounted
   */
  static MemoryLimits of(String text, Path mount) throws IOException {
    List<Group> groups = new ArrayList<>();
    for (String line : text.lines().toList()) {
      Matcher group = GROUP.matcher(line);
      if (!group.matches()) {
        continue;
      }
      String controllers = group.group(1);
      if (controllers.isEmpty()) {
        add(groups, mount, group.group(2), "memory.max", "memory.current");
      } else if (List.of(controllers.split(",")).contains("memory")) {
        add(
            groups,
            mount.resolve("memory"),
            group.group(2),
            "memory.limit_in_bytes",
            "memory.usage_in_bytes");
      }
    }
    return new MemoryLimits(groups);
  }

  /** Adds a group and those above it that have a limit. */
  private static void add(List<Group> groups, Path mount, String path, String limit, String usage)
      throws IOException {
    Path named = mount.resolve(path.substring(1)).normalize();
    // A container may see a path of its host, but at the mount only its own group.
    Path directory = named.startsWith(mount) ? named : mount;
    while (directory.startsWith(mount)) {
      Group group = new Group(directory, limit, usage);
      if (group.left().isPresent()) {
        groups.add(group);
      }
      directory = directory.getParent();
    }
  }

  /** What the limits leave of a machine's memory. */
  MemoryState applied(MemoryState machine) throws IOException {
    MemoryState least = machine;
    for (Group group : groups) {
      Optional<MemoryState> left = group.left();
      if (left.isPresent()) {
        least = least.atMost(left.get());
      }
    }
    return least;
  }
}
