// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.scheduler.policy.Access;
import org.athanor.scheduler.run.Event;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.Orchestrator;
import org.athanor.scheduler.run.ProcessId;
import org.athanor.scheduler.run.RunSpec;
import org.athanor.scheduler.run.RunState;
import org.athanor.scheduler.run.WorkflowTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job on YARN that runs since second 0, and is told to end. */
class SlowEndsTest {
  private static final Instant START = Instant.parse("2026-11-27T06:00:00Z");

  @TempDir private Path directory;

  private static Instant at(long seconds) {
    return START.plusSeconds(seconds);
  }

  private static RunState step(RunState run, Event event, long seconds) {
    return Orchestrator.step(run, event, at(seconds), cluster -> true).state();
  }

  private RunState running(String rules) throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("w.yaml"), "jobs: {j: {type: jar, jar: x.jar" + rules + "}}");
    WorkflowTree tree = WorkflowTree.read(file, Map.of());
    assertThat(tree.problems()).isEmpty();
    RunState run = Orchestrator.submit(RunSpec.of("r", START, tree), START).state();
    run = step(run, new Event.Placed("j", "lab", Access.LOCAL, ""), 0);
    run = step(run, new Event.Prepared("j", 1, JobState.Input.UNKNOWN), 0);
    return step(run, new Event.Spawned("j", 1, new ProcessId(1, 0, "boot")), 0);
  }

  private static List<String> lines(RunState run, long seconds) {
    return SlowEnds.of(run, at(seconds)).stream().map(SlowEnds.SlowEnd::line).toList();
  }

  @Test
  void tellsOfAKillAfterAMinute() throws Exception {
    RunState run = running("");
    Event.KillAsked asked = new Event.KillAsked("a user ended it");
    assertThat(lines(run, 300)).as("nobody told it to").isEmpty();
    run = step(run, asked, 100);
    assertThat(lines(run, 159)).isEmpty();
    assertThat(lines(run, 160)).singleElement().asString().contains("60 s ago");
    run = step(run, new Event.Exited("j", 1, 143), 161);
    run = step(run, new Event.Unanswered("j", 1, "it is down"), 170);
    run = step(run, new Event.KillAsked("a user is impatient"), 180);
    assertThat(lines(run, 200))
        .containsExactly(
            "j was told to end 100 s ago, and may still run on lab: the ResourceManager does not"
                + " answer: it is down");
    assertThat(SlowEnds.of(run, at(200)).get(0).since()).isEqualTo(at(100));
    run =
        step(
            run,
            new Event.Applications(
                "j",
                1,
                List.of(new Event.Application("application_1", Event.Application.State.FAILED, "")),
                List.of(),
                false,
                Optional.empty()),
            201);
    while (run.ended().isEmpty()) {
      run = step(run, new Event.Tick(), 10_000);
      run =
          step(
              run,
              new Event.Applications("j", 1, List.of(), List.of(), false, Optional.empty()),
              10_000);
    }
    assertThat(lines(run, 20_000)).as("it has ended").isEmpty();
  }

  @Test
  void tellsOfATimeoutAfterAMinute() throws Exception {
    RunState run = step(running(", timeout: 50s"), new Event.Tick(), 50);
    assertThat(lines(run, 109)).isEmpty();
    assertThat(lines(run, 110)).singleElement().asString().contains("60 s ago");
  }
}
