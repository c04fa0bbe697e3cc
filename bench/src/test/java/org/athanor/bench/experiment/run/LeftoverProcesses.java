// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.athanor.cluster.Mark;

/** Finds processes of this machine that belong to the runs of a test. */
final class LeftoverProcesses {
  private LeftoverProcesses() {}

  /** The ids and command lines of the processes. */
  static List<String> of(Path home) throws IOException {
    Path marks = home.resolve(ScriptedFacilities.MARKS);
    List<String> runs = Files.exists(marks) ? Files.readAllLines(marks) : List.of();
    List<String> found = new ArrayList<>();
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      for (ProcessHandle process : all.toList()) {
        Path proc = Path.of("/proc/" + process.pid());
        String environment = read(proc.resolve("environ"));
        if (runs.stream().anyMatch(run -> environment.contains(Mark.VARIABLE + "=" + run + "/"))) {
          found.add(process.pid() + " " + read(proc.resolve("cmdline")).replace('\0', ' '));
        }
      }
    }
    return found;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException gone) {
      return "";
    }
  }
}
