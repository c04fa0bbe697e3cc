// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.PrintStream;
import org.athanor.cli.Version;
import picocli.CommandLine.Command;

/** The parent of {@code schedule}. */
@Command(
    mixinStandardHelpOptions = true,
    name = "athanor",
    description = "Runs workflows on unlike clusters.",
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n")
public final class AthanorSchedule {
  private final PrintStream out;
  private final PrintStream err;

  public AthanorSchedule(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  PrintStream out() {
    return out;
  }

  PrintStream err() {
    return err;
  }
}
