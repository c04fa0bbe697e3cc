// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import java.io.PrintStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command without a subcommand: help and version. */
@Command(
    mixinStandardHelpOptions = true,
    name = "athanor",
    description = "Runs Hadoop MapReduce jobs several times faster, without changing them.",
    versionProvider = Version.class,
    subcommands = {RunCommand.class, TopologyCommand.class, ClasspathCommand.class},
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
final class AthanorCommand implements Runnable {
  private final PrintStream out;
  private final PrintStream err;

  @Spec private CommandSpec spec;

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

  @Override
  public void run() {
    CommandLine command = spec.commandLine();
    throw new ParameterException(
        command, "a command is missing: " + String.join(" or ", command.getSubcommands().keySet()));
  }
}
