// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Memory of this machine, from {@code /proc/meminfo}, in mebibytes.
 *
 * @param freeMebibytes used by nothing
 * @param availableMebibytes free, or freed on demand, such as most of the page cache
 */
record MemoryState(int freeMebibytes, int availableMebibytes) {

  private static final Path FILE = Path.of("/proc/meminfo");
  private static final int KIBIBYTES = 1024;

  static MemoryState now() throws IOException {
    return parse(Files.readString(FILE));
  }

  /**
   * Reads the text of the file.
   *
   * @throws IOException if it lacks one of the two
   */
  static MemoryState parse(String text) throws IOException {
    return new MemoryState(mebibytes(text, "MemFree"), mebibytes(text, "MemAvailable"));
  }

  private static int mebibytes(String text, String name) throws IOException {
    Matcher line = Pattern.compile("(?m)^" + name + ":\\s*(\\d+) kB$").matcher(text);
    if (!line.find()) {
      throw new IOException(FILE + ": has no " + name);
    }
    return Math.toIntExact(Long.parseLong(line.group(1)) / KIBIBYTES);
  }
}
