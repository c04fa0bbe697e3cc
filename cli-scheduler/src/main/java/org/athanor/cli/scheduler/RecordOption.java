// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.nio.file.Path;
import java.util.Optional;
import org.athanor.cli.usage.NewFile;
import org.athanor.cli.usage.UsageException;
import picocli.CommandLine.Option;

/** The option that has decisions recorded. */
final class RecordOption {
  @Option(
      names = "--record",
      paramLabel = "<file>",
      description = {
        "Record what the policy is asked and decides, for 'replay', in a new file of at most 1 GiB.",
        "Not in a service that restarts: with the file there, it would not start again."
      })
  private Path file;

  /** The file; empty if nothing is to be recorded. */
  Optional<Path> file() throws UsageException {
    if (file != null) {
      NewFile.check("--record", file);
    }
    return Optional.ofNullable(file);
  }
}
