// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Files of a job's output directory on the local disk. */
public final class PartFiles {

  private PartFiles() {}

  /** Returns the files by name, without markers and checksums. */
  public static List<Path> in(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("part-"))
          .sorted()
          .toList();
    }
  }

  /** Returns the lines of all files, in the order of the files. */
  public static List<String> lines(Path directory) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Path file : in(directory)) {
      lines.addAll(Files.readAllLines(file, StandardCharsets.UTF_8));
    }
    return lines;
  }
}
