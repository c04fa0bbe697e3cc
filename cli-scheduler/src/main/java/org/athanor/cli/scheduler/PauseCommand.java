// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import org.athanor.cli.Version;
import org.athanor.scheduler.service.Registrations;
import org.athanor.scheduler.service.Requests;
import picocli.CommandLine.Command;

/** Pauses a schedule. */
@Command(
    mixinStandardHelpOptions = true,
    name = "pause",
    description = "Pauses a schedule: no runs of it start until it is resumed.",
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {"", "Exit code: 0 success, 1 there is no such schedule, 2 wrong usage."})
final class PauseCommand extends ScheduleChange {
  PauseCommand() {
    super(Requests.Action.PAUSE, "is paused");
  }

  @Override
  void change(Registrations registrations, String schedule) throws IOException {
    registrations.pause(schedule, true);
  }
}
