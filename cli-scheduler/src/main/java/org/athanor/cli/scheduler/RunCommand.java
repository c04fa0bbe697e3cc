// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.athanor.cli.Version;
import org.athanor.cli.usage.UsageException;
import org.athanor.scheduler.journal.StateDirectory;
import org.athanor.scheduler.run.RunId;
import org.athanor.scheduler.run.WorkflowTree;
import org.athanor.scheduler.service.Requests;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Runs a workflow. */
@Command(
    mixinStandardHelpOptions = true,
    name = "run",
    description = {
      "Runs a workflow, and shows what happens until it has ended.",
      "Ctrl-C ends its jobs. If this process is killed instead, jobs that run go on, and",
      "athanor schedule retry RUN attaches to them. If a daemon works on the same state directory,",
      "the daemon runs it, and Ctrl-C only stops looking."
    },
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Examples:",
      "  athanor schedule run nightly.yaml -p day=2026-11-26",
      "  athanor schedule run nightly.yaml --clusters clusters.yaml --policy phi",
      "",
      "Exit code: 0 all jobs succeeded, 1 some did not, 2 wrong usage."
    })
final class RunCommand implements Callable<Integer> {
  @ParentCommand private ScheduleCommand schedule;
  @Mixin private WorkflowOptions workflow;
  @Mixin private ClusterOptions clusters;
  @Mixin private StateOption state;
  @Mixin private CatalogueOption catalogue;
  @Mixin private RecordOption record;

  @Option(
      names = "--shell",
      description = "Allow jobs of type shell, which run any program as this user.")
  private boolean shell;

  @Override
  public Integer call() throws UsageException, IOException, InterruptedException {
    StateDirectory directory = state.directory();
    Optional<Path> recording = record.file();
    String run = RunId.next(Instant.now());
    Foreground foreground = new Foreground(schedule.out(), schedule.err());
    Optional<Session> leader =
        Session.lead(
            directory,
            clusters.choice().recorded(recording),
            shell,
            Optional.of(run),
            Optional.of(catalogue.use()),
            schedule.err()::println);
    if (leader.isEmpty() && recording.isPresent()) {
      throw new UsageException(
          "--record="
              + recording.get()
              + ": another process works on "
              + directory.path()
              + " and decides; give it to 'athanor schedule serve'");
    }
    if (leader.isEmpty()) {
      workflow.tree(true); // the daemon decides about shell
      Requests requests = new Requests(directory.requests());
      String request =
          requests.ask(
              Requests.Action.SUBMIT, run, Optional.of(workflow.file()), workflow.parameters());
      schedule.err().println("run " + run);
      return foreground.follow(directory, requests, request, run, true);
    }
    try (Session session = leader.get()) {
      WorkflowTree tree = workflow.tree(shell);
      WorkflowOptions.checkFileSystems(
          tree, clusters.clusters(), new ClusterConfigurations(System::getenv));
      schedule.err().println("run " + run);
      session.scheduler().submit(run, workflow.file(), workflow.parameters(), tree);
      return foreground.lead(directory, session, run);
    }
  }
}
