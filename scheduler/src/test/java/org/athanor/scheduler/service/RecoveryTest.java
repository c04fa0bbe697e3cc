// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.journal.StateDirectory;
import org.athanor.scheduler.launch.Attempts;
import org.athanor.scheduler.policy.Access;
import org.athanor.scheduler.run.Event;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.Orchestrator;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.ProcessId;
import org.athanor.scheduler.run.RunSpec;
import org.athanor.scheduler.run.RunState;
import org.athanor.scheduler.run.Tag;
import org.athanor.scheduler.run.WorkflowTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A scheduler that begins while many jobs are active on YARN: half of their drivers have ended
 * meanwhile, and their applications are asked about; the others run. Prints how long it takes; how
 * long it may take is not said, because that depends on the machine. {@code
 * -Dathanor.test.nodes=1000} makes it so many jobs instead of a few.
 */
class RecoveryTest {
  private static final int NODES = Integer.getInteger("athanor.test.nodes", 100);

  @TempDir Path directory;

  private static String job(int number) {
    return "j" + number;
  }

  private static boolean hasEnded(int job) {
    return job % 2 == 0;
  }

  @Test
  void takesUpAllJobsThatWereActive() throws Exception {
    Process program = new ProcessBuilder("sleep", "600").start();
    try (FakeYarn yarn = new FakeYarn(directory.resolve("applications"))) {
      StateDirectory state = StateDirectory.create(directory.resolve("state"));
      begin(state, program);
      for (int i = 0; i < NODES; i++) {
        yarn.addSucceeded(Tag.of("r", job(i), 1), i + 1);
        if (hasEnded(i)) {
          end(state, i);
        }
      }
      Instant start = Instant.now();
      try (LocalScheduler local =
          new LocalScheduler(
              directory,
              new ArrayList<>(),
              "clusters:\n" + yarn.cluster("lab"),
              "finish-time",
              new FakeYarn.Applications(directory.resolve("applications")),
              InstantSource.system())) {
        // After the task with which the run goes on: all drivers are watched then, or soon.
        CompletableFuture<Duration> taken =
            local.scheduler.see().thenApply(seen -> Duration.between(start, Instant.now()));
        local.scheduler.work(() -> count(local, Phase.SUCCEEDED) == (NODES + 1) / 2);
        System.out.printf(
            Locale.ROOT,
            "%d active jobs recovered in %.2f s; the ends of %d were in the journal after %.2f s%n",
            NODES,
            taken.join().toMillis() / 1e3,
            (NODES + 1) / 2,
            Duration.between(start, Instant.now()).toMillis() / 1e3);
        assertThat(count(local, Phase.RUNNING)).isEqualTo(NODES / 2);
        // The others are watched: their end is seen, too.
        for (int i = 0; i < NODES; i++) {
          if (!hasEnded(i)) {
            end(state, i);
          }
        }
        program.destroyForcibly();
        local.workToTheEnd();
        RunState run = local.state("r");
        assertThat(run.status()).isEqualTo(RunState.Status.SUCCEEDED);
        assertThat(run.jobs().values()).allMatch(job -> job.attempt().number() == 1);
      }
    } finally {
      program.destroyForcibly();
    }
  }

  private static long count(LocalScheduler local, Phase phase) {
    return local.scheduler.active().stream()
        .flatMap(run -> run.jobs().values().stream())
        .map(JobState::phase)
        .filter(phase::equals)
        .count();
  }

  /** The wrapper of a job has written that its driver ended well. */
  private static void end(StateDirectory state, int job) throws IOException {
    Path attempt = Attempts.createDirectory(state.attempt("r", job(job), 1));
    Files.writeString(attempt.resolve("exit"), "0\n");
  }

  /** A run whose jobs all run, as an earlier scheduler has left it. */
  private void begin(StateDirectory state, Process program) throws IOException {
    StringBuilder text = new StringBuilder("jobs:\n");
    for (int i = 0; i < NODES; i++) {
      text.append("  " + job(i) + ": {type: shell, command: [\"true\"]}\n");
    }
    Path file = Files.writeString(directory.resolve("w.yaml"), text);
    WorkflowTree tree = WorkflowTree.read(file, Map.of());
    assertThat(tree.problems()).isEmpty();
    Instant now = Instant.now();
    RunState submitted = Orchestrator.submit(RunSpec.of("r", now, tree), now).state();
    String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
    ProcessId alive = new ProcessId(program.pid(), startTicks(program.pid()), boot);
    ProcessId dead = new ProcessId(program.pid(), 1, boot);
    RunState running = submitted;
    for (int i = 0; i < NODES; i++) {
      for (Event event :
          List.of(
              new Event.Placed(job(i), "lab", Access.LOCAL, "chance"),
              new Event.Prepared(job(i), 1, JobState.Input.UNKNOWN),
              new Event.Spawned(job(i), 1, hasEnded(i) ? dead : alive))) {
        running = Orchestrator.step(running, event, now, cluster -> true).state();
      }
    }
    try (Journal journal = Journal.open(state.path())) {
      journal.submit(
          new Journal.Submission(file, Map.of(), Map.of(file, Files.readAllBytes(file))),
          submitted,
          now,
          "submitted",
          List.of());
      journal.commit(submitted, running, now, "all jobs run", List.of());
    }
  }

  private static long startTicks(long pid) throws IOException {
    String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
    return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[19]);
  }
}
