// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Memory that processes of this control group may use, in mebibytes.
 *
 * @param freeMebibytes used by nothing
 * @param availableMebibytes free, or freed on demand, such as most of the page cache
 */
record MemoryState(int freeMebibytes, int availableMebibytes) {

  private static final Path FILE = Path.of("/proc/meminfo");
  private static final Pattern FREE = Pattern.compile("(?m)^MemFree:\\s*(\\d+) kB$");
  private static final Pattern AVAILABLE = Pattern.compile("(?m)^MemAvailable:\\s*(\\d+) kB$");
  private static final int KIBIBYTES = 1024;

  /** The machine's, or less if a control group has a limit. */
  static MemoryState now(MemoryLimits limits) throws IOException {
    return limits.applied(parse(Files.readString(FILE)));
  }

  /**
   * Reads the text of {@code /proc/meminfo}.
   *
   * @throws IOException if it lacks one of the two
   */
  static MemoryState parse(String text) throws IOException {
    return new MemoryState(
        mebibytes(text, FREE, "MemFree"), mebibytes(text, AVAILABLE, "MemAvailable"));
  }

  private static int mebibytes(String text, Pattern pattern, String name) throws IOException {
    Matcher line = pattern.matcher(text);
    if (!line.find()) {
      throw new IOException(FILE + ": has no " + name);
    }
    return Math.toIntExact(Long.parseLong(line.group(1)) / KIBIBYTES);
  }

  /** The smaller of each. */
  MemoryState atMost(MemoryState other) {
    return new MemoryState(
        Math.min(freeMebibytes, other.freeMebibytes),
        Math.min(availableMebibytes, other.availableMebibytes));
  }
}
