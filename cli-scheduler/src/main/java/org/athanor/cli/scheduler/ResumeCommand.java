// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import org.athanor.cli.Version;
import org.athanor.scheduler.service.Registrations;
import org.athanor.scheduler.service.Requests;
import picocli.CommandLine.Command;

/** Resumes a schedule. */
@Command(
    mixinStandardHelpOptions = true,
    name = "resume",
    description = {
      "Resumes a schedule that was paused.",
      "Its key catch up says which of the times that passed meanwhile have a run."
    },
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {"", "Exit code: 0 success, 1 there is no such schedule, 2 wrong usage."})
final class ResumeCommand extends ScheduleChange {
  ResumeCommand() {
    super(Requests.Action.RESUME, "is not paused");
  }

  @Override
  void change(Registrations registrations, String schedule) throws IOException {
    registrations.pause(schedule, false);
  }
}
