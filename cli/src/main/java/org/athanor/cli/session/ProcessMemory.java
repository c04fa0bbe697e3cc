// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The memory of other processes of this user. */
final class ProcessMemory {
  private ProcessMemory() {}

  /** Returns the size of the resident set; 0 if the process has ended. */
  static long residentMegabytes(long process) {
    try {
      return Files.readAllLines(Path.of("/proc", Long.toString(process), "status")).stream()
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      return 0;
    }
  }
}
