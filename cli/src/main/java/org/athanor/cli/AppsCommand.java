// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** The applications that come with Athanor; each is a subcommand. */
@Command(
    mixinStandardHelpOptions = true,
    name = "apps",
    description = "Runs an application that comes with Athanor.",
    versionProvider = Version.class,
    synopsisSubcommandLabel = "APPLICATION [ARG]...",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nApplications:%n",
    footer = {
      "",
      "Options of every application, besides its own:",
      "  -D <key=value>   Set a Hadoop or Athanor key for all jobs; repeatable.",
      "  --conf <dir>     Take the *-site.xml files of a Hadoop configuration directory.",
      "  --json           Write a summary as JSON to standard output.",
      "  --quiet          Show neither progress nor summary.",
      "  -v, --verbose    Say where the driver runs, and why not in a session.",
      "  --debug          Show Hadoop's log messages and stack traces.",
      "",
      "Examples:",
      "  athanor apps mardre --help",
      "      shows the options of an application",
      "  athanor apps mardre -i reads_1.fastq.gz -p reads_2.fastq.gz -m 2",
      "      removes pairs of reads that differ in at most two bases",
      "",
      "Exit code: 0 success, 1 a job failed, 2 wrong usage."
    })
final class AppsCommand {
  @ParentCommand private AthanorCommand athanor;

  AthanorCommand athanor() {
    return athanor;
  }

  /** Returns the command with a subcommand for each application. */
  static CommandLine commandLine() {
    CommandLine apps = new CommandLine(new AppsCommand());
    for (Application application : Application.values()) {
      CommandLine line = new CommandLine(new AppCommand(application));
      line.getCommandSpec().usageMessage().description(application.description());
      // What the command does not know is the application's.
      line.setUnmatchedOptionsArePositionalParams(true);
      apps.addSubcommand(application.command(), line);
    }
    return apps;
  }
}
