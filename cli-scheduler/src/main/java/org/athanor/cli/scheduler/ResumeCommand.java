// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.Version;
import org.athanor.scheduler.service.Requests;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Resumes a schedule. */
@Command(
    mixinStandardHelpOptions = true,
    name = "resume",
    description = {
      "Resumes a schedule that was paused. Its key catch up says which of the times have a run that passed",
      "meanwhile."
    },
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {"", "Exit code: 0 success, 1 there is no such schedule, 2 wrong usage."})
final class ResumeCommand implements Callable<Integer> {
  @ParentCommand private ScheduleCommand schedule;

  @Parameters(
      paramLabel = "NAME",
      description = "Name of a workflow; athanor schedule list shows them.")
  private String name;

  @Mixin private StateOption state;

  @Override
  public Integer call() throws IOException, InterruptedException {
    new ScheduleRequests(schedule.out(), schedule.err())
        .change(
            state.directory(),
            Requests.Action.RESUME,
            name,
            Optional.empty(),
            Map.of(),
            registrations -> registrations.pause(name, false));
    schedule.out().println("schedule " + name + " is not paused");
    return ExitCode.SUCCESS;
  }
}
