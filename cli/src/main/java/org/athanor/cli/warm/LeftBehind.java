// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.warm;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What a driver may leave in the process that the end of the process would end or release: children
 * of it, which can hold the client's standard streams, and open descriptors, with their locks,
 * pipes and ports. Files that are only open for reading are left to the garbage collector, a few of
 * them: many programs do not close them, TeraSort among them.
 */
final class LeftBehind {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  private static final Path INFORMATION = Path.of("/proc/self/fdinfo");

  /** An octal number whose lowest bits are the access mode. */
  private static final Pattern READ_ONLY = Pattern.compile("flags:\\s*[0-7]*[04]");

  /** Files that a driver may leave open for reading. */
  private static final int MOST_READ = 64;

  /** The standard streams have numbers below. */
  private static final int FIRST = 3;

  /** The JDK opens these when it first needs them, and keeps them. */
  private static final Set<String> OF_JDK = Set.of("/dev/random", "/dev/urandom");

  private final Map<Integer, String> before;

  /**
   * Notes what is open before a driver runs.
   *
   * @throws IOException if the system does not show it
   */
  LeftBehind() throws IOException {
    before = open();
  }

  /** Returns what the descriptors of this process are open for. */
  private static Map<Integer, String> open() throws IOException {
    Map<Integer, String> open = new HashMap<>();
    String own = "/proc/" + ProcessHandle.current().pid() + "/fd";
    try (DirectoryStream<Path> all = Files.newDirectoryStream(DESCRIPTORS)) {
      for (Path descriptor : all) {
        int number = Integer.parseInt(descriptor.getFileName().toString());
        String target = target(descriptor);
        if (number >= FIRST && !target.isEmpty() && !target.equals(own)) {
          open.put(number, target);
        }
      }
    }
    return open;
  }

  /** Returns an empty text for a descriptor that was closed meanwhile. */
  private static String target(Path descriptor) throws IOException {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (NoSuchFileException e) {
      return "";
    }
  }

  /**
   * Says what a driver has left.
   *
   * @throws IOException if the system does not show it
   */
  Optional<String> found() throws IOException {
    Optional<ProcessHandle> child = ProcessHandle.current().children().findFirst();
    if (child.isPresent()) {
      return Optional.of("its child, process " + child.get().pid() + ", goes on");
    }
    Set<String> opened = new TreeSet<>();
    int read = 0;
    for (Map.Entry<Integer, String> entry : open().entrySet()) {
      String target = entry.getValue();
      if (target.equals(before.get(entry.getKey())) || OF_JDK.contains(target)) {
        continue;
      }
      if (isOnlyRead(entry.getKey()) && read < MOST_READ) {
        read++;
      } else {
        opened.add(target);
      }
    }
    if (!opened.isEmpty()) {
      removeOwn(opened);
    }
    return opened.stream().findFirst().map(target -> target + " is open");
  }

  /** Whether a descriptor is a regular file's, for reading, without a lock. */
  private static boolean isOnlyRead(int descriptor) throws IOException {
    String number = Integer.toString(descriptor);
    if (!Files.isRegularFile(DESCRIPTORS.resolve(number))) {
      return false;
    }
    try {
      List<String> lines = Files.readAllLines(INFORMATION.resolve(number));
      return lines.stream().anyMatch(line -> READ_ONLY.matcher(line).matches())
          && lines.stream().noneMatch(line -> line.startsWith("lock:"));
    } catch (NoSuchFileException e) {
      return true; // it was closed meanwhile
    }
  }

  /** The JDK opens files of its own, and jars of the class path, when it first needs them. */
  private static void removeOwn(Set<String> opened) throws IOException {
    String java = Path.of(System.getProperty("java.home")).toRealPath() + "/";
    opened.removeIf(target -> target.startsWith(java));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path file = Path.of(entry);
      if (Files.isRegularFile(file)) {
        opened.remove(file.toRealPath().toString());
      }
    }
  }
}
