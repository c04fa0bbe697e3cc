// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.athanor.cli.ExitCode;
import org.athanor.cli.Version;
import org.athanor.cli.usage.UsageException;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.journal.StateDirectory;
import org.athanor.scheduler.service.Requests;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Ends a run. */
@Command(
    mixinStandardHelpOptions = true,
    name = "kill",
    description = {
      "Ends a run.",
      "That is its processes on this machine, and exactly the YARN applications with the tags of its",
      "attempts. athanor schedule retry goes on with it."
    },
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {"", "Exit code: 0 the run was killed or had ended, 1 it cannot be, 2 wrong usage."})
final class KillCommand implements Callable<Integer> {
  @ParentCommand private ScheduleCommand schedule;

  @Parameters(
      paramLabel = "RUN",
      description = "Name of a run; athanor schedule status lists them.")
  private String run;

  @Option(
      names = "--force",
      description = {
        "End also a run that is left alone, because its files, or clusters, are gone. What can be",
        "reached of it is ended. What may still run is said here, by serve, and by athanor schedule",
        "status and why."
      })
  private boolean force;

  @Mixin private ClusterOptions clusters;
  @Mixin private StateOption state;

  private boolean hasEnded(Session session) throws IOException {
    return session
        .journal()
        .hasEnded(run)
        .orElseThrow(
            () -> new IOException("run " + run + ": there is none; see athanor schedule status"));
  }

  /** What has happened in the run; another process leads, so it is only read. */
  private List<Journal.Entry> events(StateDirectory directory) throws IOException {
    try (Journal journal = Journal.openToRead(directory.path()).orElseThrow()) {
      return journal.events(run);
    }
  }

  @Override
  public Integer call() throws UsageException, IOException, InterruptedException {
    StateDirectory directory = state.directory();
    Optional<Session> leader =
        Session.lead(
            directory,
            clusters.choice(),
            true,
            Optional.of(run),
            Optional.empty(),
            schedule.err()::println);
    if (leader.isEmpty()) {
      Requests requests = new Requests(directory.requests());
      Requests.Action action = force ? Requests.Action.ABANDON : Requests.Action.KILL;
      int before = events(directory).size();
      String request = requests.ask(action, run, Optional.empty(), Map.of());
      int code =
          new Foreground(schedule.out(), schedule.err())
              .follow(directory, requests, request, run, false);
      if (force) {
        List<Journal.Entry> since = events(directory);
        since.subList(Math.min(before, since.size()), since.size()).stream()
            .map(Texts::event)
            .forEach(schedule.out()::println);
      }
      return code;
    }
    try (Session session = leader.get()) {
      if (hasEnded(session)) {
        schedule.out().println("run " + run + " has ended");
        return ExitCode.SUCCESS;
      }
      if (force && session.journal().leftAlone().all().containsKey(run)) {
        CompletableFuture<Void> abandoned = session.scheduler().abandon(run);
        session.scheduler().work(abandoned::isDone);
        schedule.out().println("run " + run + " was given up");
        return ExitCode.SUCCESS;
      }
      session.scheduler().later(() -> session.scheduler().kill(run, "a user ended it"));
      new Foreground(schedule.out(), schedule.err()).lead(directory, session, run);
      return ExitCode.SUCCESS;
    }
  }
}
