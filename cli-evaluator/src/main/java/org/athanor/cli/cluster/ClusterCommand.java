// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.cluster;

import java.io.PrintStream;
import org.athanor.cli.evaluator.EvaluatorCommand;
import org.athanor.cli.evaluator.EvaluatorVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

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
public final class ClusterCommand {
  @ParentCommand private EvaluatorCommand athanor;

  PrintStream out() {
    return athanor.out();
  }

  PrintStream err() {
    return athanor.err();
  }
}
