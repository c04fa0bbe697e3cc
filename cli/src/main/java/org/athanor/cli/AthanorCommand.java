// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import java.io.PrintStream;
import picocli.CommandLine.Command;

/** The command without a subcommand: help and version. {@link Main} adds the subcommands. */
@Command(
    mixinStandardHelpOptions = true,
    name = "athanor",
    description = "Runs Hadoop MapReduce jobs several times faster, without changing them.",
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    footer = {
      "",
      "Examples:",
      "  athanor run job.jar in out              a jar that names its main class",
      "  athanor run job.jar com.acme.Main in    one that does not",
      "  athanor run examples wordcount in out   a program of Hadoop's own",
      "  athanor run --help                      more of them",
      "  athanor topology                        this machine: NUMA nodes, caches, cores",
      "",
      "Exit code: 0 success, 1 the job failed, 2 wrong usage."
    })
final class AthanorCommand {
  private final PrintStream out;
  private final PrintStream err;

  AthanorCommand(PrintStream out, PrintStream err) {
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
