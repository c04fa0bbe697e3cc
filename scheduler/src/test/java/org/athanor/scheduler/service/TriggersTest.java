// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.athanor.scheduler.run.RunState;
import org.athanor.scheduler.trigger.TriggerStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Schedules: seeded histories, {@code -Dathanor.test.histories=10000} makes more of them, {@code
 * -Dathanor.test.history=N} repeats one; and whole schedulers with a wall clock of the test's.
 */
@Timeout(60)
class TriggersTest {
  private static final int HISTORIES = Integer.getInteger("athanor.test.histories", 100);
  private static final Instant BEGIN = Instant.parse("2026-11-26T10:00:30Z");

  @TempDir Path directory;
  private final List<String> notices = new ArrayList<>();
  private final AtomicReference<Instant> wall = new AtomicReference<>(BEGIN);

  @Test
  void eachTimeHasOneRunWhateverEndsOrJumps() throws IOException {
    Integer only = Integer.getInteger("athanor.test.history");
    int submissions = 0;
    int interruptions = 0;
    int crashes = 0;
    for (int seed = only == null ? 0 : only; seed < (only == null ? HISTORIES : only + 1); seed++) {
      TriggerHistory history = new TriggerHistory(seed);
      try {
        history.live();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(
            "history " + seed + ": " + e.getMessage() + "\n" + history.story(), e);
      }
      submissions += history.submissions();
      interruptions += history.interruptions();
      crashes += history.crashes();
    }
    // Otherwise the histories would say little.
    if (only == null) {
      assertThat(submissions).isGreaterThan(5 * HISTORIES);
      assertThat(interruptions).isGreaterThan(HISTORIES / 10);
      assertThat(crashes).isGreaterThan(HISTORIES);
    }
  }

  private LocalScheduler scheduler() throws Exception {
    return new LocalScheduler(directory, notices, List.of("a"), wall::get);
  }

  private Path file(String schedule, String script) throws IOException {
    return Files.writeString(
        directory.resolve("w.yaml"),
        "schedule: {cron: '* * * * *'"
            + schedule
            + "}\njobs:\n  a: {type: shell, command: [sh, -c, '"
            + script
            + "']}\n");
  }

  /** The only run of that minute. */
  private static String run(LocalScheduler local, String minute) throws IOException {
    String time = "20261126-" + minute.replace(":", "") + "00-";
    List<String> runs =
        local.journal.runs(false, 10).stream().filter(run -> run.startsWith(time)).toList();
    assertThat(runs).hasSize(1);
    return runs.get(0);
  }

  private static boolean anyOpen(LocalScheduler local) {
    try {
      return !local.journal.schedules().open("w").isEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void workUntilIdle(LocalScheduler local) throws Exception {
    // Twice: the first may be before what is due is seen.
    for (int i = 0; i < 2; i++) {
      boolean[] first = {true};
      local.scheduler.work(
          () -> {
            boolean done = !first[0] && local.scheduler.active().isEmpty();
            first[0] = false;
            if (!done) {
              local.scheduler.later(() -> {}); // looks at the wall clock again
            }
            return done;
          });
    }
  }

  @Test
  void runsAtItsTimesWithItsParametersAlsoAfterARestart() throws Exception {
    Path file = file("", "echo ${scheduled} >> times");
    try (LocalScheduler local = scheduler()) {
      Requests requests = new Requests(directory.resolve("state/requests"));
      requests.ask(Requests.Action.ADD, "w", Optional.of(file), Map.of());
      requests.serve(local.scheduler);
      workUntilIdle(local);
      assertThat(directory.resolve("times")).doesNotExist();
      wall.set(BEGIN.plusSeconds(30));
      workUntilIdle(local);
      wall.set(BEGIN.minus(Duration.ofHours(1))); // never again
      workUntilIdle(local);
    }
    Files.writeString(file, "not read before it is added again");
    wall.set(BEGIN.plusSeconds(90));
    try (LocalScheduler local = scheduler()) {
      workUntilIdle(local);
      assertThat(directory.resolve("times"))
          .hasContent("2026-11-26T10:01:00Z\n2026-11-26T10:02:00Z\n");
      assertThat(local.state(run(local, "10:01")).status()).isEqualTo(RunState.Status.SUCCEEDED);
      assertThat(local.journal.schedules().past("w", 10))
          .extracting(past -> past.firing().run())
          .containsExactly(run(local, "10:02"), run(local, "10:01"));
      assertThat(notices)
          .contains("schedule w: run " + run(local, "10:01") + " of 2026-11-26T10:01:00Z");
    }
  }

  @Test
  void waitsForDataAndForAnotherRun() throws Exception {
    Path file = file(", data: 'in-${scheduled.minute}'", "until [ -e go ]; do sleep 0.05; done");
    try (LocalScheduler local = scheduler()) {
      local.scheduler.add(file, Map.of());
      wall.set(BEGIN.plusSeconds(30));
      local.scheduler.work(() -> anyOpen(local));
      assertThat(local.scheduler.active()).isEmpty();
      Files.createFile(directory.resolve("in-01"));
      Files.createFile(directory.resolve("in-02"));
      wall.set(BEGIN.plusSeconds(90));
      local.scheduler.work(() -> !local.scheduler.active().isEmpty());
      Files.createFile(directory.resolve("go"));
      wall.set(BEGIN.plusSeconds(100));
      workUntilIdle(local);
      local.scheduler.work(() -> !anyOpen(local));
      workUntilIdle(local);
      assertThat(local.journal.runs(false, 10))
          .containsExactlyInAnyOrder(run(local, "10:01"), run(local, "10:02"));
    }
  }

  @Test
  void pausedAndRemovedSchedulesRunNothing() throws Exception {
    Path file = file(", catch up: none", "true");
    try (LocalScheduler local = scheduler()) {
      local.scheduler.add(file, Map.of());
      local.scheduler.pause("w", true);
      wall.set(BEGIN.plus(Duration.ofHours(2)));
      workUntilIdle(local);
      assertThat(local.journal.runs(false, 10)).isEmpty();
      local.scheduler.pause("w", false);
      workUntilIdle(local);
      assertThat(local.journal.runs(false, 10)).containsExactly(run(local, "12:00"));
      assertThat(notices).anyMatch(line -> line.contains("catch up: none leaves them out"));
      local.scheduler.remove("w");
      wall.set(BEGIN.plus(Duration.ofHours(3)));
      workUntilIdle(local);
      assertThat(local.journal.runs(false, 10)).hasSize(1);
      assertThat(local.journal.schedules().registrations()).isEmpty();
      assertThatThrownBy(() -> local.scheduler.remove("w"))
          .hasMessage("schedule w: there is none; athanor schedule add FILE adds one");
      // Added again, what had a run has none again.
      local.scheduler.add(
          file(", catch up: all, from: 2026-11-26T11:59, until: 2026-11-26T12:02", "true"),
          Map.of());
      workUntilIdle(local);
      assertThat(local.journal.runs(false, 10)).hasSize(3);
    }
  }

  @Test
  void refusesWorkflowsWithoutASchedule() throws Exception {
    Path file = Files.writeString(directory.resolve("w.yaml"), "jobs: {a: {type: jar, jar: x}}\n");
    try (LocalScheduler local = scheduler()) {
      assertThatThrownBy(() -> local.scheduler.add(file, Map.of()))
          .hasMessageContaining("the workflow has no schedule; write the key schedule with a cron");
    }
  }

  @Test
  void aJournalOfBeforeHasNoSchedules() throws Exception {
    try (LocalScheduler local = scheduler()) {
      TriggerStore store = local.journal.schedules();
      assertThat(store.registrations()).isEmpty();
      assertThat(store.registration("w")).isEmpty();
    }
  }
}
