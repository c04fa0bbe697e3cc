// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.util.Optional;
import java.util.regex.Pattern;
import org.athanor.cli.usage.UsageException;
import picocli.CommandLine.Option;

/** The option {@code --machine} of commands that use an archive. */
final class MachineOption {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  @Option(
      names = "--machine",
      paramLabel = "<name>",
      description =
          "Identify the machine by this name and its hardware, not by host names, which containers"
              + " change each time.")
  private String machine;

  /** The name; empty if host names count. */
  Optional<String> name() throws UsageException {
    if (machine != null && !NAME.matcher(machine).matches()) {
      throw new UsageException(
          "--machine=" + machine + ": must be a name of up to 64 letters, digits and . _ -");
    }
    return Optional.ofNullable(machine);
  }

  boolean given() {
    return machine != null;
  }
}
