// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.io.PrintStream;
import org.athanor.cli.evaluator.EvaluatorVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** The parent of the commands of {@code athanor bench archive}. */
@Command(
    mixinStandardHelpOptions = true,
    name = "archive",
    description = "Keeps results of many runs, by machine, as references and for trends.",
    versionProvider = EvaluatorVersion.class,
    subcommands = {BenchArchiveAddCommand.class, BenchArchiveListCommand.class},
    synopsisSubcommandLabel = "COMMAND",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    footer = {
      "",
      "Examples:",
      "  athanor bench archive add out/ --archive=/data/archive --accept --keep=200",
      "  athanor bench compare --reference=/data/archive out/ --fail-if-slower=5%%",
      "  athanor bench trend --archive=/data/archive --output=trend.html",
      "",
      "Exit code: 0 success, 1 results or the archive cannot be read or written, 2 wrong usage."
    })
final class BenchArchiveCommand {
  @ParentCommand private BenchCommand bench;

  PrintStream out() {
    return bench.out();
  }
}
