// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.cluster;

import java.io.PrintStream;
import org.athanor.cli.evaluator.EvaluatorCommand;
import org.athanor.cli.evaluator.EvaluatorVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** The parent of the commands of {@code athanor cluster}. */
@Command(
    mixinStandardHelpOptions = true,
    name = "cluster",
    description = {
      "Starts and stops Hadoop's own daemons on this machine or on others.",
      "These are HDFS, YARN and the history server, each in a process of its own."
    },
    versionProvider = EvaluatorVersion.class,
    subcommands = {StartCommand.class, StatusCommand.class, StopCommand.class},
    synopsisSubcommandLabel = "COMMAND",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    footer = {
      "",
      "Examples:",
      "  eval \"$(athanor cluster start)\"    starts a cluster and sets its clients' environment",
      "  athanor cluster status             shows its daemons",
      "  athanor cluster stop               ends its daemons and keeps its data",
      "",
      "Exit code: 0 success, 1 a daemon or a node fails, 2 wrong usage."
    })
public final class ClusterCommand {
  @ParentCommand private EvaluatorCommand athanor;

  PrintStream out() {
    return athanor.out();
  }

  PrintStream err() {
    return athanor.err();
  }
}
