// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.Version;
import org.athanor.cli.json.JsonWriter;
import org.athanor.cli.table.TextTable;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.RunState;
import org.athanor.scheduler.service.StoredRuns;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Shows runs. */
@Command(
    mixinStandardHelpOptions = true,
    name = "status",
    description = "Lists the runs, or shows the jobs of one.",
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {"", "Exit code: 0 success, 1 there is no such run, 2 wrong usage."})
final class StatusCommand implements Callable<Integer> {
  private static final int MOST_RUNS = 50;

  @ParentCommand private ScheduleCommand schedule;

  @Parameters(arity = "0..1", paramLabel = "RUN", description = "Name of a run.")
  private String run;

  @Mixin private StateOption state;

  @Option(names = "--json", description = "Write JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    Optional<Journal> journal = state.journal();
    if (journal.isEmpty()) {
      if (run != null) {
        throw new IOException("run " + run + ": there is none; nothing was ever run");
      }
      schedule.out().print(json ? "[]\n" : "nothing was ever run\n");
      return ExitCode.SUCCESS;
    }
    try (Journal open = journal.get()) {
      Instant now = Instant.now();
      if (run != null) {
        RunState one = StoredRuns.load(open, run);
        schedule.out().print(json ? json(List.of(one), now) : Texts.jobs(one, now));
        if (!json) {
          schedule.out().println("run " + run + ": " + Texts.word(one.status()));
        }
        return ExitCode.SUCCESS;
      }
      List<RunState> runs = new ArrayList<>();
      for (String id : open.runs(false, MOST_RUNS)) {
        runs.add(StoredRuns.load(open, id));
      }
      schedule.out().print(json ? json(runs, now) : text(runs));
      return ExitCode.SUCCESS;
    }
  }

  private static String json(List<RunState> runs, Instant now) {
    JsonWriter json = new JsonWriter();
    json.beginArray();
    for (RunState run : runs) {
      json.element();
      Texts.json(json, run, now);
    }
    return json.endArray() + "\n";
  }

  private static String text(List<RunState> runs) {
    TextTable table = new TextTable("run", "workflow", "submitted", "state", "jobs done>");
    for (RunState run : runs) {
      long done =
          run.jobs().values().stream().filter(job -> job.phase() == Phase.SUCCEEDED).count();
      table.add(
          run.spec().id(),
          run.spec().workflow(),
          Texts.time(run.spec().submitted()),
          Texts.word(run.status()),
          done + " of " + run.jobs().size());
    }
    return table.toString();
  }
}
