// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.profile;

import java.io.PrintStream;
import org.athanor.cli.evaluator.EvaluatorCommand;
import org.athanor.cli.evaluator.EvaluatorVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** The parent of the commands of {@code athanor profile}. */
@Command(
    mixinStandardHelpOptions = true,
    name = "profile",
    description = {
      "Shows the catalogue of application runs.",
      "Every verified trial of an experiment is entered into it."
    },
    versionProvider = EvaluatorVersion.class,
    subcommands = {ListCommand.class, ShowCommand.class, ExportCommand.class},
    synopsisSubcommandLabel = "COMMAND",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    footer = {
      "",
      "The catalogue is the SQLite file ~/.local/share/athanor/profile.db (or in",
      "$XDG_DATA_HOME), or what ATHANOR_PROFILE or --catalogue names: a file, or",
      "jdbc:postgresql://HOST/DATABASE?user=NAME. docs/profile.md describes it.",
      "",
      "Examples:",
      "  athanor profile list                     shows applications and their times",
      "  athanor profile show wordcount           shows the runs of an application",
      "  athanor profile export --csv runs.csv    writes all runs for other programs",
      "",
      "Exit code: 0 success, 1 the catalogue or a file cannot be used, 2 wrong usage."
    })
public final class ProfileCommand {
  @ParentCommand private EvaluatorCommand athanor;

  PrintStream out() {
    return athanor.out();
  }

  PrintStream err() {
    return athanor.err();
  }
}
