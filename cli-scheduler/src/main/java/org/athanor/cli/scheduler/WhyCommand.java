// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.Version;
import org.athanor.scheduler.energy.EnergySum;
import org.athanor.scheduler.journal.EnergyTable;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.journal.LeftAloneTables;
import org.athanor.scheduler.service.StoredRuns;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Explains what was decided about a job. */
@Command(
    mixinStandardHelpOptions = true,
    name = "why",
    description = {
      "Says why a job ran where it ran, or waits.",
      "It shows all clusters that were considered, with their predictions, and all that has"
          + " happened",
      "to the job."
    },
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {"", "Exit code: 0 success, 1 there is no such run or job, 2 wrong usage."})
final class WhyCommand implements Callable<Integer> {
  @ParentCommand private ScheduleCommand schedule;

  @Parameters(index = "0", paramLabel = "RUN", description = "Name of a run.")
  private String run;

  @Parameters(index = "1", paramLabel = "JOB", description = "Name of a job in it.")
  private String job;

  @Mixin private StateOption state;

  @Override
  public Integer call() throws IOException {
    PrintStream out = schedule.out();
    try (Journal journal = state.journalOf(run)) {
      try {
        StoredRuns.load(journal, run);
      } catch (IOException | RuntimeException unreadable) {
        // What was written about it is what may explain that.
        out.println("run " + run + " cannot be read: " + Texts.why(unreadable));
      }
      LeftAloneTables.StoredJob now = Texts.job(journal, run, job);
      out.println(
          job + " is " + now.phase() + (now.message().isEmpty() ? "" : ": " + now.message()));
      out.print(new FailedAttempts(state.existing(), journal).of(run, now));
      for (Journal.Choice choice : journal.choices(run, job)) {
        out.println();
        out.println(
            Texts.time(choice.at())
                + "  attempt "
                + choice.attempt()
                + ", policy "
                + choice.policy()
                + ": "
                + choice.what());
        out.println("  " + choice.reason());
        choice.candidates().forEach(candidate -> out.println("    " + candidate));
      }
      for (EnergyTable.Known each : journal.energy().of(run).getOrDefault(job, List.of())) {
        out.println();
        out.println(
            "attempt "
                + each.attempt()
                + " on "
                + each.cluster()
                + ", energy: "
                + EnergySum.explained(each.energy()));
      }
      out.println();
      for (Journal.Entry entry : journal.events(run)) {
        if (entry.text().startsWith(job + ":") || entry.text().startsWith(job + ",")) {
          out.println(Texts.event(entry));
        }
      }
      return ExitCode.SUCCESS;
    }
  }
}
