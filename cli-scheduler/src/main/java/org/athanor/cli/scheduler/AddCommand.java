// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.Version;
import org.athanor.cli.usage.UsageException;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.journal.StateDirectory;
import org.athanor.scheduler.run.WorkflowTree;
import org.athanor.scheduler.service.Requests;
import org.athanor.scheduler.workflow.NominalTime;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Adds a schedule. */
@Command(
    mixinStandardHelpOptions = true,
    name = "add",
    description = {
      "Adds the schedule of a workflow file, or replaces that of the workflow.",
      "The files are kept as they are now: after changes they are added again. athanor schedule",
      "serve runs the workflow at its times."
    },
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {"", "Exit code: 0 success, 1 it cannot be, 2 wrong usage."})
final class AddCommand implements Callable<Integer> {
  @ParentCommand private ScheduleCommand schedule;
  @Mixin private WorkflowOptions workflow;
  @Mixin private StateOption state;

  @Override
  public Integer call() throws UsageException, IOException, InterruptedException {
    StateDirectory directory = state.directory();
    Instant now = Instant.now();
    Map<String, String> parameters = new LinkedHashMap<>(workflow.parameters());
    parameters.put(NominalTime.PARAMETER, NominalTime.text(now));
    WorkflowTree tree = WorkflowTree.read(workflow.file(), parameters);
    Problems.check(tree.problems());
    String name = tree.workflow().orElseThrow();
    new ScheduleRequests(schedule.out(), schedule.err())
        .change(
            directory,
            Requests.Action.ADD,
            name,
            Optional.of(workflow.file()),
            workflow.parameters(),
            registrations -> registrations.add(workflow.file(), workflow.parameters(), true, now));
    try (Journal journal = Journal.openToRead(directory.path()).orElseThrow()) {
      schedule.out().print(ScheduleTexts.of(journal, name, Instant.now()));
    }
    return ExitCode.SUCCESS;
  }
}
