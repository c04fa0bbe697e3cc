// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import org.athanor.cli.Version;
import org.athanor.scheduler.service.Registrations;
import org.athanor.scheduler.service.Requests;
import picocli.CommandLine.Command;

/** Removes a schedule. */
@Command(
    mixinStandardHelpOptions = true,
    name = "remove",
    description = "Removes a schedule. Runs of it that have started go on.",
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {"", "Exit code: 0 success, 1 there is no such schedule, 2 wrong usage."})
final class RemoveCommand extends ScheduleChange {
  RemoveCommand() {
    super(Requests.Action.REMOVE, "was removed");
  }

  @Override
  void change(Registrations registrations, String schedule) throws IOException {
    registrations.remove(schedule);
  }
}
