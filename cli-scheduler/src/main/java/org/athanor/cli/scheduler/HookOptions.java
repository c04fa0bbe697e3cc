// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.athanor.cli.usage.UsageException;
import org.athanor.scheduler.alert.Hook;
import org.athanor.scheduler.alert.HooksFile;
import picocli.CommandLine.Option;

/** Who is told what happens. Addresses are in a file, as all users can read options of programs. */
final class HookOptions {
  private static final String USUAL = "hooks.yaml";

  @Option(
      names = "--hooks",
      paramLabel = "<file>",
      description = {
        "File of hooks: programs and web services that are told of promises at risk or missed, of ends",
        "of runs, and of runs left alone. Default: hooks.yaml in this directory, else none."
      })
  private Path file;

  /** The hooks of the file, or none. */
  List<Hook> hooks() throws UsageException {
    Path found = file != null ? file : Path.of(USUAL);
    if (file == null && !Files.exists(found)) {
      return List.of();
    }
    HooksFile read = HooksFile.read(found);
    Problems.check(read.problems());
    return read.hooks();
  }
}
