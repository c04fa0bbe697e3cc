// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.PrintStream;
import org.athanor.cli.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Workflows on several clusters. */
@Command(
    mixinStandardHelpOptions = true,
    name = "schedule",
    description = "Runs workflows of jobs on several unlike clusters.",
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    subcommands = {
      PlanCommand.class,
      RunCommand.class,
      ServeCommand.class,
      StatusCommand.class,
      WhyCommand.class,
      LogsCommand.class,
      RetryCommand.class,
      KillCommand.class,
      AddCommand.class,
      RemoveCommand.class,
      PauseCommand.class,
      ResumeCommand.class,
      ListCommand.class,
      ReplayCommand.class,
      ImportCommand.class
    },
    footer = {
      "",
      "Examples:",
      "  athanor schedule plan nightly.yaml",
      "      says what would run where, and why",
      "  athanor schedule run nightly.yaml",
      "      runs it and shows what happens",
      "  athanor schedule status",
      "      lists the runs",
      "  athanor schedule logs RUN JOB",
      "      prints what a job wrote",
      "",
      "docs/scheduling.md describes the files of workflows and of clusters."
    })
public final class ScheduleCommand {
  @ParentCommand private AthanorSchedule athanor;

  PrintStream out() {
    return athanor.out();
  }

  PrintStream err() {
    return athanor.err();
  }
}
