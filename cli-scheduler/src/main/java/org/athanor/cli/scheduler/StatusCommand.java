// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.Version;
import org.athanor.cli.json.JsonWriter;
import org.athanor.cli.table.TextTable;
import org.athanor.cli.usage.UsageException;
import org.athanor.scheduler.journal.AlertTables;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.journal.LeftAloneTables;
import org.athanor.scheduler.power.PowerJournal;
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
    description = "Lists the runs, or shows the jobs of one, or the nodes that may be off.",
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

  @Option(names = "--nodes", description = "Show the nodes that --power-down may switch off.")
  private boolean nodes;

  @Override
  public Integer call() throws IOException, UsageException {
    if (nodes) {
      if (run != null) {
        throw new UsageException("--nodes: is for no run; leave " + run + " out");
      }
      List<PowerJournal.Stored> all = state.nodes();
      schedule.out().print(json ? NodeTexts.json(all) : NodeTexts.table(all));
      return ExitCode.SUCCESS;
    }
    Optional<Journal> journal = state.journal();
    if (journal.isEmpty()) {
      if (run != null) {
        throw new IOException("run " + run + ": there is none; nothing was ever run");
      }
      schedule.out().print(json ? "[]\n" : "nothing was ever run\n");
      return ExitCode.SUCCESS;
    }
    try (Journal open = journal.get()) {
      Map<String, String> leftAlone = open.leftAlone().all();
      if (run != null) {
        show(open, leftAlone);
      } else if (json) {
        JsonWriter all = new JsonWriter();
        all.beginArray();
        for (String id : open.runs(false, MOST_RUNS)) {
          all.element();
          json(all, open, id, leftAlone);
        }
        schedule.out().print(all.endArray() + "\n");
      } else {
        list(open, leftAlone);
      }
      hooks(open);
      return ExitCode.SUCCESS;
    }
  }

  private void show(Journal journal, Map<String, String> leftAlone) throws IOException {
    Instant now = Instant.now();
    if (json) {
      JsonWriter one = new JsonWriter();
      one.beginArray().element();
      json(one, journal, run, leftAlone);
      schedule.out().print(one.endArray() + "\n");
      return;
    }
    Optional<String> reason = Optional.ofNullable(leftAlone.get(run));
    try {
      RunState found = StoredRuns.load(journal, run);
      Texts.Known known = Texts.Known.of(journal, run);
      schedule.out().print(Texts.jobs(found, now, known));
      schedule.out().print(new FailedAttempts(state.existing(), journal).of(found));
      schedule.out().println("run " + run + ": " + Texts.state(found, known));
    } catch (IOException | RuntimeException e) {
      if (journal.hasEnded(run).isEmpty()) {
        throw e;
      }
      unreadable(journal, reason.isEmpty() ? Optional.of(Texts.why(e)) : Optional.empty());
    }
    reason.ifPresent(schedule.out()::println);
  }

  /** What was written about a run is still there when its files cannot be read. */
  private void unreadable(Journal journal, Optional<String> why) throws IOException {
    TextTable table = new TextTable("job", "state", "cluster", "attempt>", "");
    for (LeftAloneTables.StoredJob job : journal.leftAlone().jobs(run)) {
      String attempt = job.attempt() == 0 ? "" : Integer.toString(job.attempt());
      table.add(job.name(), job.phase(), job.cluster(), attempt, job.message());
    }
    schedule.out().print(table);
    journal.events(run).stream().map(Texts::event).forEach(schedule.out()::println);
    String ended = journal.hasEnded(run).orElse(false) ? ", and has ended" : "";
    why.ifPresent(
        it -> schedule.out().println("run " + run + " cannot be read" + ended + ": " + it));
  }

  /** One that cannot be read must not keep others from being shown. */
  private void json(JsonWriter json, Journal journal, String id, Map<String, String> leftAlone)
      throws IOException {
    try {
      Texts.json(
          json,
          StoredRuns.load(journal, id),
          Texts.Known.of(journal, id),
          new FailedAttempts(state.existing(), journal),
          Optional.ofNullable(leftAlone.get(id)),
          Instant.now());
    } catch (IOException | RuntimeException e) {
      Optional<String> workflow = journal.leftAlone().workflow(id);
      if (workflow.isEmpty()) {
        throw e;
      }
      json.beginObject().name("run").value(id).name("workflow").value(workflow.get());
      json.name("leftAlone").value(leftAlone.getOrDefault(id, Texts.why(e))).endObject();
    }
  }

  private void list(Journal journal, Map<String, String> leftAlone) throws IOException {
    TextTable table = new TextTable("run", "workflow", "submitted", "state", "jobs done>");
    List<String> reasons = new ArrayList<>();
    for (String id : journal.runs(false, MOST_RUNS)) {
      Optional<String> reason = Optional.ofNullable(leftAlone.get(id));
      reason.ifPresent(reasons::add);
      try {
        RunState state = StoredRuns.load(journal, id);
        table.add(row(state, Texts.Known.of(journal, id), reason.isPresent()));
      } catch (IOException | RuntimeException e) {
        if (reason.isEmpty()) {
          reasons.add(e.getMessage());
        }
        table.add(id, journal.leftAlone().workflow(id).orElse(""), "", "unreadable", "");
      }
    }
    schedule.out().print(table);
    reasons.forEach(schedule.out()::println);
  }

  private static String[] row(RunState run, Texts.Known known, boolean leftAlone) {
    long done = run.jobs().values().stream().filter(job -> job.phase() == Phase.SUCCEEDED).count();
    return new String[] {
      run.spec().id(),
      run.spec().workflow(),
      Texts.time(run.spec().submitted()),
      leftAlone ? "left alone" : Texts.state(run, known),
      done + " of " + run.jobs().size()
    };
  }

  /** What hooks have not taken; besides JSON, which other programs read. */
  private void hooks(Journal journal) throws IOException {
    for (AlertTables.HookStatus hook : journal.alerts().hooks()) {
      if (!hook.trouble().isEmpty()) {
        (json ? schedule.err() : schedule.out())
            .println(
                "hook "
                    + hook.hook()
                    + " takes no events since "
                    + hook.since().map(Texts::time).orElse("some time")
                    + ", "
                    + hook.waiting()
                    + " wait: "
                    + hook.trouble());
      }
    }
  }
}
