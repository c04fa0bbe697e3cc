// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.athanor.engine.compatibility.oracle.Workspace;

/**
 * A log that tasks and committers append to, named in the job's configuration, so that it works in
 * whatever class loader or process they run.
 */
final class ScratchFiles {
  private static final String KEY = "compatibility.log";

  private ScratchFiles() {}

  static void enable(Workspace workspace, Configuration conf) {
    conf.set(KEY, log(workspace).toString());
  }

  /** Appends a line; several threads may. */
  static void append(Configuration conf, String line) {
    try {
      Files.writeString(
          Path.of(conf.get(KEY)),
          line + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<String> lines(Workspace workspace) throws IOException {
    return Files.exists(log(workspace)) ? Files.readAllLines(log(workspace)) : List.of();
  }

  /**
   * The lines, grouped by their first word and otherwise in their order: what each task did,
   * whatever ran at the same time.
   */
  static String bySubject(Workspace workspace) throws IOException {
    List<String> lines =
        lines(workspace).stream()
            .sorted(Comparator.comparing(line -> line.substring(0, line.indexOf(' '))))
            .toList();
    return String.join("\n", lines) + "\n";
  }

  private static Path log(Workspace workspace) {
    return workspace.scratch().resolve("log");
  }
}
