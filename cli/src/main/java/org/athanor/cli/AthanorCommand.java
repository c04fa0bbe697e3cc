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
      "  athanor run job.jar in out              runs the main class that the jar names",
      "  athanor run job.jar com.acme.Main in    runs a class of a jar that names none",
      "  athanor run examples wordcount in out   runs one of Hadoop's example programs",
      "  athanor run --help                      shows more examples",
      "  athanor apps --help                     lists the applications that come with Athanor",
      "  athanor doctor                          checks where jobs would run",
      "  athanor session start                   keeps JVMs, so that jobs start at once",
      "  athanor topology                        shows this machine: NUMA nodes, caches, cores",
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
