// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.PrintStream;
import org.athanor.cli.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** What can be done with the files of an HDFS on unlike devices. */
@Command(
    mixinStandardHelpOptions = true,
    name = "storage",
    description = "Decides which files of an HDFS deserve SSD, more replicas, or archive storage.",
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    subcommands = {
      PlanCommand.class,
      ApplyCommand.class,
      TiersCommand.class,
      WhereCommand.class,
      MoveCommand.class,
      DropCommand.class,
      ReplicateCommand.class,
      PolicyCommand.class,
      RegionsCommand.class,
      AdviseCommand.class,
      RiskCommand.class,
      ServeCommand.class,
      StatusCommand.class,
      PinCommand.class,
      UnpinCommand.class,
      ImportAuditCommand.class,
      ReplayCommand.class,
      RequestCommand.class,
      DemoCommand.class
    },
    footer = {
      "",
      "Examples:",
      "  athanor storage demo",
      "      shows on a small HDFS of this machine what it brings",
      "  athanor storage plan --image fsimage.xml --audit-log hdfs-audit.log --ssd 2t",
      "      says what 2 TB of SSD would bring, and which files should be there",
      "  athanor storage apply plan.json --dry-run",
      "      says what a plan that was written with --output would do now",
      "  athanor storage plan --help",
      "      shows more examples"
    })
public final class StorageCommand {
  @ParentCommand private AthanorStorage athanor;

  PrintStream out() {
    return athanor.out();
  }

  PrintStream err() {
    return athanor.err();
  }
}
