// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.cluster;

import java.io.PrintStream;
import org.athanor.cli.evaluator.EvaluatorCommand;
import org.athanor.cli.evaluator.EvaluatorVersion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** What the commands for a cluster hang on. */
@Command(
    mixinStandardHelpOptions = true,
    name = "cluster",
    description = {
      "Starts and stops Hadoop's own daemons on this machine or on others.",
      "HDFS, YARN and the history server, each a process of its own."
    },
    versionProvider = EvaluatorVersion.class,
    subcommands = {StartCommand.class, StatusCommand.class, StopCommand.class},
    synopsisSubcommandLabel = "COMMAND",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    footer = {
      "",
      "Examples:",
      "  eval \"$(athanor cluster start)\"",
      "  athanor cluster status",
      "  athanor cluster stop",
      "",
      "Exit code: 0 success, 1 a daemon or a node fails, 2 wrong usage."
    })
public final class ClusterCommand implements Runnable {
  @ParentCommand private EvaluatorCommand athanor;
  @Spec private CommandSpec spec;

  PrintStream out() {
    return athanor.out();
  }

  PrintStream err() {
    return athanor.err();
  }

  @Override
  public void run() {
    CommandLine command = spec.commandLine();
    throw new ParameterException(
        command, "a command is missing: " + String.join(" or ", command.getSubcommands().keySet()));
  }
}
