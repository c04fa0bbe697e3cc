// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.evaluator;

import java.io.PrintStream;
import picocli.CommandLine.Command;

/**
 * The parent of the evaluator's commands. Subcommands get the streams through
 * {@code @ParentCommand}.
 */
@Command(
    mixinStandardHelpOptions = true,
    name = "athanor",
    description = "Measures how data-processing frameworks run on real hardware.",
    versionProvider = EvaluatorVersion.class,
    synopsisSubcommandLabel = "COMMAND",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n")
public final class EvaluatorCommand {
  private final PrintStream out;
  private final PrintStream err;

  public EvaluatorCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  public PrintStream out() {
    return out;
  }

  public PrintStream err() {
    return err;
  }
}
