// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.athanor.scheduler.journal.HaltingJournal;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.run.RunState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A scheduler's process dies at each record of its journal in turn, before anything that follows
 * from it is done. The next process ends that run, begins another one, and dies one record later.
 * Jobs have applications of a fake YARN.
 *
 * <p>{@code -Dathanor.test.kills.jobs=6} makes workflows of so many jobs instead of one; {@code
 * -Dathanor.test.kills.before=true} also lets processes die just before each record is on disk,
 * when what it tells of has happened.
 */
class KillAtEachRecordTest {
  private static final int JOBS = Integer.getInteger("athanor.test.kills.jobs", 1);
  private static final int MOST_RECORDS = 1000;

  @TempDir Path top;

  @Test
  void eachJobHasOneApplicationWhereverItsSchedulerDies() throws Exception {
    // A job is placed, prepared, spawned and told to go, ends, and is asked about.
    int least = 1 + 5 * JOBS;
    assertThat(campaign(true)).as("records").isGreaterThanOrEqualTo(least);
    if (Boolean.getBoolean("athanor.test.kills.before")) {
      assertThat(campaign(false)).as("records").isGreaterThanOrEqualTo(least);
    }
  }

  /** Returns how many records a run has. */
  private int campaign(boolean committed) throws IOException, InterruptedException {
    Path directory = top.resolve(committed ? "after" : "before");
    try (FakeYarn yarn = new FakeYarn(directory.resolve("applications"))) {
      Files.writeString(directory.resolve("clusters"), "clusters:\n" + yarn.cluster("lab"));
      int record = 0;
      int exit = HaltingJournal.KILLED;
      while (exit == HaltingJournal.KILLED && record < MOST_RECORDS) {
        record++;
        Files.writeString(directory.resolve("run-" + record + ".yaml"), workflow(yarn, record));
        exit = scheduler(directory, record, committed);
      }
      String errors = Files.readString(directory.resolve("errors"));
      assertThat(exit).as("record %d, %s: %s", record, directory.getFileName(), errors).isZero();
      // A run whose first record is not on disk was never there.
      check(directory, yarn, committed ? 1 : 2, record);
      return record - 1;
    }
  }

  private static String workflow(FakeYarn yarn, int run) {
    StringBuilder text = new StringBuilder("jobs:\n");
    for (int job = 0; job < JOBS; job++) {
      text.append("  j" + job + ": {type: shell, command: " + yarn.driver(run + "-j" + job));
      text.append(job == 0 ? "}\n" : ", after: j" + (job - 1) + "}\n");
    }
    return text.toString();
  }

  private static void check(Path directory, FakeYarn yarn, int first, int runs)
      throws IOException, InterruptedException {
    assertThat(directory.resolve("wrong")).doesNotExist();
    List<String> applications =
        yarn.applications().stream().map(each -> each.getFileName().toString()).toList();
    try (LocalScheduler local = YarnProcess.open(directory, Journal::open)) {
      for (int run = first; run <= runs; run++) {
        assertThat(local.state("run-" + run).status())
            .as("run %d", run)
            .isEqualTo(RunState.Status.SUCCEEDED);
        for (int job = 0; job < JOBS; job++) {
          String tag = "athanor-run-" + run + "-j" + job + "-";
          assertThat(applications)
              .as("run %d", run)
              .filteredOn(it -> it.startsWith(tag))
              .hasSize(1);
          assertThat(directory.resolve("done-" + run + "-j" + job)).hasContent("x\n");
        }
      }
    }
  }

  /** A process that ends earlier runs, submits another one, and dies at its record. */
  private static int scheduler(Path directory, int record, boolean committed)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                YarnProcess.class.getName(),
                directory.toString(),
                Integer.toString(record),
                Boolean.toString(committed))
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("errors").toFile())
            .start();
    assertThat(process.waitFor(120, TimeUnit.SECONDS))
        .as("the scheduler that dies at record %d ends", record)
        .isTrue();
    return process.exitValue();
  }

  /** The process that dies. */
  static final class YarnProcess {
    private YarnProcess() {}

    public static void main(String[] args) throws Exception {
      Path directory = Path.of(args[0]);
      int record = Integer.parseInt(args[1]);
      List<HaltingJournal> journals = new ArrayList<>();
      try (LocalScheduler local =
          open(
              directory,
              state -> {
                journals.add(HaltingJournal.open(state));
                return journals.get(0).journal();
              })) {
        local.workToTheEnd();
        local.scheduler.settle(); // what is left of earlier runs gives no records later
        journals.get(0).haltAt(record, Boolean.parseBoolean(args[2]));
        local.submit("run-" + record, directory.resolve("run-" + record + ".yaml"));
        local.workToTheEnd();
      }
    }

    static LocalScheduler open(Path directory, LocalScheduler.Journals journals)
        throws IOException, InterruptedException {
      return new LocalScheduler(
          directory,
          new ArrayList<>(),
          Files.readString(directory.resolve("clusters")),
          "finish-time",
          new FakeYarn.Applications(directory.resolve("applications")),
          journals,
          InstantSource.system(),
          InstantSource.system(),
          Optional.empty());
    }
  }
}
