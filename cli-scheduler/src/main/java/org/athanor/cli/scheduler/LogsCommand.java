// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.athanor.cli.ExitCode;
import org.athanor.cli.Version;
import org.athanor.cli.usage.UsageException;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.journal.LeftAloneTables;
import org.athanor.scheduler.launch.AttemptOutput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Prints what a job wrote. */
@Command(
    mixinStandardHelpOptions = true,
    name = "logs",
    description = {
      "Prints what the program of a job wrote to its standard output and standard error.",
      "Nothing is hidden or changed: there may be secrets. What its containers of YARN wrote,",
      "yarn logs has; athanor schedule why RUN JOB names their applications."
    },
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Examples:",
      "  athanor schedule logs 20261126-023000-1a2b3c count --tail 20",
      "  athanor schedule logs 20261126-023000-1a2b3c count --attempt 1 --stderr",
      "  athanor schedule logs 20261126-023000-1a2b3c count --stdout > result.txt",
      "",
      "Exit code: 0 success, 1 there is no such run, job or attempt, 2 wrong usage."
    })
final class LogsCommand implements Callable<Integer> {
  private static final long LOOK_MILLIS = 300;

  @ParentCommand private ScheduleCommand schedule;

  @Parameters(index = "0", paramLabel = "RUN", description = "Name of a run.")
  private String run;

  @Parameters(index = "1", paramLabel = "JOB", description = "Name of a job in it.")
  private String job;

  @Option(
      names = "--attempt",
      paramLabel = "<number>",
      description = "Number of an attempt, from 1. Default: the last one that was started.")
  private Integer attempt;

  @Option(names = "--stdout", description = "Its standard output only, as it is.")
  private boolean standardOutput;

  @Option(names = "--stderr", description = "Its standard error only, as it is.")
  private boolean errors;

  @Option(
      names = "--tail",
      paramLabel = "<lines>",
      description = "Only so many last lines of each. Default: all.")
  private Long tail;

  @Option(
      names = {"-f", "--follow"},
      description = "Goes on with what is written, until the attempt is over.")
  private boolean follow;

  @Mixin private StateOption state;

  private void check() throws UsageException {
    if (standardOutput && errors) {
      throw new UsageException("--stdout and --stderr: give one of them, or none for both");
    }
    if (attempt != null && attempt < 1) {
      throw new UsageException("--attempt=" + attempt + ": must be 1 or more");
    }
    if (tail != null && tail < 0) {
      throw new UsageException("--tail=" + tail + ": must be 0 or more");
    }
  }

  @Override
  public Integer call() throws IOException, UsageException, InterruptedException {
    check();
    try (Journal journal = state.journalOf(run)) {
      LeftAloneTables.StoredJob last = Texts.job(journal, run, job);
      int number = attempt == null ? lastStarted(last) : attempt;
      AttemptOutput output = output(number);
      if (!output.exists()) {
        throw new IOException(
            "job " + job + " of run " + run + ": " + missing(number, last) + hint(last));
      }
      print(journal, number, output);
    }
    return ExitCode.SUCCESS;
  }

  private AttemptOutput output(int number) {
    return new AttemptOutput(state.existing().attempt(run, job, number));
  }

  /** The last attempt may wait, or not have begun, while there is an earlier one to look at. */
  private int lastStarted(LeftAloneTables.StoredJob last) {
    int number = last.attempt();
    while (number > 1 && !output(number).exists()) {
      number--;
    }
    return Math.max(1, number);
  }

  private String missing(int number, LeftAloneTables.StoredJob last) {
    if (last.attempt() == 0) {
      return "it has had no attempt, and is " + last.phase();
    }
    return number > last.attempt()
        ? "attempt " + number + " does not exist; it has had " + last.attempt()
        : "the program of attempt " + number + " was not started";
  }

  private static String hint(LeftAloneTables.StoredJob last) {
    return last.message().isEmpty() ? "" : ": " + last.message();
  }

  private void print(Journal journal, int number, AttemptOutput output)
      throws IOException, InterruptedException {
    PrintStream out = schedule.out();
    List<Path> files = new ArrayList<>();
    if (!errors) {
      files.add(output.standardOutput());
    }
    if (!standardOutput) {
      files.add(output.errors());
    }
    LogPrinter printer =
        new LogPrinter(files, tail == null ? OptionalLong.empty() : OptionalLong.of(tail), out);
    printer.printNew();
    while (follow && !out.checkError()) {
      // What it wrote until it was over is printed after that was seen.
      boolean isOver = isOver(journal, number);
      printer.printNew();
      if (isOver) {
        break;
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS); // another process writes
    }
  }

  private boolean isOver(Journal journal, int number) throws IOException {
    LeftAloneTables.StoredJob now = Texts.job(journal, run, job);
    return now.attempt() != number || !now.mayRun();
  }
}
