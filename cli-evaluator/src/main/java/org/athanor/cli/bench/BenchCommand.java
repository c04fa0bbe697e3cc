// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.io.PrintStream;
import org.athanor.cli.evaluator.EvaluatorCommand;
import org.athanor.cli.evaluator.EvaluatorVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** The parent of the commands of {@code athanor bench}. */
@Command(
    mixinStandardHelpOptions = true,
    name = "bench",
    description = "Compares frameworks, versions, settings and machines by experiment.",
    versionProvider = EvaluatorVersion.class,
    subcommands = {
      BenchQuickCommand.class,
      BenchInitCommand.class,
      BenchCheckCommand.class,
      BenchRunCommand.class,
      BenchSubmitCommand.class,
      BenchListCommand.class,
      BenchReportCommand.class,
      BenchCompareCommand.class,
      BenchArchiveCommand.class,
      BenchTrendCommand.class
    },
    synopsisSubcommandLabel = "COMMAND",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    footer = {
      "",
      "Examples:",
      "  athanor bench quick                     compares the frameworks that can run here",
      "  athanor bench init > mine.yaml          writes a commented experiment for this machine",
      "  athanor bench check mine.yaml           says what a run would do, and how long it may take",
      "  athanor bench run mine.yaml             runs it and writes its report",
      "  athanor bench run mine.yaml --resume    continues after an interruption",
      "  athanor bench compare before/ after/        shows speed-ups, or that there are none",
      "",
      "Exit code: 0 success, 1 a trial failed, 2 wrong usage (nothing was started),",
      "130 interrupted; compare has more."
    })
public final class BenchCommand {
  @ParentCommand private EvaluatorCommand athanor;

  PrintStream out() {
    return athanor.out();
  }

  PrintStream err() {
    return athanor.err();
  }
}
