// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.athanor.cli.Version;
import org.athanor.cli.usage.UsageException;
import org.athanor.scheduler.journal.StateDirectory;
import org.athanor.scheduler.service.Requests;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Goes on with a run. */
@Command(
    mixinStandardHelpOptions = true,
    name = "retry",
    description = {
      "Goes on with a run.",
      "It attaches to its jobs that still run, and runs those that failed, or did not run. The",
      "workflow's files are read again. Jobs that succeeded are kept, unless their definition or",
      "their input has changed, or a job before them runs again."
    },
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {"", "Exit code: 0 all jobs succeeded, 1 some did not, 2 wrong usage."})
final class RetryCommand implements Callable<Integer> {
  @ParentCommand private ScheduleCommand schedule;

  @Parameters(
      paramLabel = "RUN",
      description = "Name of a run; athanor schedule status lists them.")
  private String run;

  @Mixin private ClusterOptions clusters;
  @Mixin private StateOption state;
  @Mixin private CatalogueOption catalogue;

  @Option(
      names = "--shell",
      description = "Allow jobs of type shell, which run any program as this user.")
  private boolean shell;

  @Override
  public Integer call() throws UsageException, IOException, InterruptedException {
    StateDirectory directory = state.directory();
    Foreground foreground = new Foreground(schedule.out(), schedule.err());
    Optional<Session> leader =
        Session.lead(
            directory,
            clusters.choice(),
            shell,
            Optional.of(run),
            Optional.of(catalogue.use()),
            schedule.err()::println);
    if (leader.isEmpty()) {
      Requests requests = new Requests(directory.requests());
      String request = requests.ask(Requests.Action.RETRY, run, Optional.empty(), Map.of());
      return foreground.follow(directory, requests, request, run, true);
    }
    try (Session session = leader.get()) {
      CompletableFuture<Void> begun = session.scheduler().retry(run);
      session.scheduler().work(begun::isDone);
      if (begun.isCompletedExceptionally()) {
        throw new IOException(begun.handle((nothing, why) -> why.getMessage()).join());
      }
      return foreground.lead(directory, session, run);
    }
  }
}
