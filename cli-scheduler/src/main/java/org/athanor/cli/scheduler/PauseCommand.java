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

/** Pauses a schedule. */
@Command(
    mixinStandardHelpOptions = true,
    name = "pause",
    description = "Pauses a schedule: no runs of it start until it is resumed.",
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {"", "Exit code: 0 success, 1 there is no such schedule, 2 wrong usage."})
final class PauseCommand implements Callable<Integer> {
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
            Requests.Action.PAUSE,
            name,
            Optional.empty(),
            Map.of(),
            registrations -> registrations.pause(name, true));
    schedule.out().println("schedule " + name + " is paused");
    return ExitCode.SUCCESS;
  }
}
