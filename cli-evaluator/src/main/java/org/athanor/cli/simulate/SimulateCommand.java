// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import java.io.PrintStream;
import org.athanor.cli.evaluator.EvaluatorCommand;
import org.athanor.cli.evaluator.EvaluatorVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** The parent of the commands of {@code athanor simulate}. */
@Command(
    mixinStandardHelpOptions = true,
    name = "simulate",
    description = "Simulates MapReduce jobs on a cluster of any size, and compares variants of it.",
    versionProvider = EvaluatorVersion.class,
    subcommands = {
      SimulateInitCommand.class,
      SimulateCheckCommand.class,
      SimulateRunCommand.class,
      SimulateScheduleCommand.class
    },
    synopsisSubcommandLabel = "COMMAND",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    footer = {
      "",
      "Examples:",
      "  athanor simulate init > mine.yaml       writes a commented scenario",
      "  athanor simulate check mine.yaml        says what is wrong with it, or its variants",
      "  athanor simulate run mine.yaml          runs all variants and compares them",
      "  athanor simulate schedule unlike.yaml   places jobs on several clusters, by policies",
      "",
      "Exit code: 0 success, 1 a variant cannot be run to its end, 2 wrong usage or file",
      "(nothing was run). docs/simulation.md describes the model and the file."
    })
public final class SimulateCommand {
  @ParentCommand private EvaluatorCommand athanor;

  PrintStream out() {
    return athanor.out();
  }

  PrintStream err() {
    return athanor.err();
  }
}
