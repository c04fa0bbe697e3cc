// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.scheduler.service.Registrations;
import org.athanor.scheduler.service.Requests;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** A command that changes one schedule. */
abstract class ScheduleChange implements Callable<Integer> {
  @ParentCommand private ScheduleCommand schedule;

  @Parameters(
      paramLabel = "NAME",
      description = "Name of a workflow; athanor schedule list shows them.")
  private String name;

  @Mixin private StateOption state;

  private final Requests.Action action;
  private final String done;

  /**
   * Makes the command.
   *
   * @param action what another process is asked for, if one works on the schedules
   * @param done what is told about the schedule when it has been changed
   */
  ScheduleChange(Requests.Action action, String done) {
    this.action = action;
    this.done = done;
  }

  /** Makes the change, if no other process works on the schedules. */
  abstract void change(Registrations registrations, String schedule) throws IOException;

  @Override
  public Integer call() throws IOException, InterruptedException {
    new ScheduleRequests(schedule.out(), schedule.err())
        .change(
            state.directory(),
            action,
            name,
            Optional.empty(),
            Map.of(),
            registrations -> change(registrations, name));
    schedule.out().println("schedule " + name + " " + done);
    return ExitCode.SUCCESS;
  }
}
