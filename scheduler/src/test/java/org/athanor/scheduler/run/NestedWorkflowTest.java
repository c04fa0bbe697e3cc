// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.athanor.scheduler.policy.Access;
import org.athanor.yaml.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules of a nested workflow as a whole, and what follows from what it reads and writes. */
class NestedWorkflowTest {
  private static final Instant START = Instant.parse("2026-11-27T10:00:00Z");

  @TempDir private Path directory;

  private final List<Command> commands = new ArrayList<>();
  private RunState state;
  private Instant now = START;

  private Path file(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private static String job(String name, String more) {
    return "  " + name + ": {type: shell, command: [x]" + more + "}\n";
  }

  private WorkflowTree tree(String jobs) throws IOException {
    return WorkflowTree.read(file("outer.yaml", "jobs:\n" + jobs), Map.of());
  }

  private static Map<String, Set<String>> after(WorkflowTree tree) {
    assertThat(tree.problems()).isEmpty();
    Map<String, Set<String>> after = new LinkedHashMap<>();
    tree.jobs().forEach(job -> after.put(job.name(), job.after()));
    return after;
  }

  private void submit(String rules) throws IOException {
    file("in.yaml", "jobs:\n" + job("a", "") + job("b", ", after: a") + job("c", ", retries: 1"));
    WorkflowTree tree =
        tree(
            "  n: {type: workflow, file: in.yaml"
                + rules
                + "}\n"
                + job("z", ", after: n")
                + job("y", ""));
    assertThat(tree.problems()).isEmpty();
    take(Orchestrator.submit(RunSpec.of("r", now, tree), now));
  }

  private void take(Step step) {
    state = step.state();
    commands.addAll(step.commands());
  }

  private void happen(Event event) {
    take(Orchestrator.step(state, event, now, cluster -> false));
  }

  private void tickAt(long seconds) {
    now = START.plusSeconds(seconds);
    happen(new Event.Tick());
  }

  private void start(String job) {
    happen(new Event.Placed(job, "here", Access.LOCAL, ""));
    int attempt = state.job(job).attempt().number();
    happen(new Event.Prepared(job, attempt, JobState.Input.UNKNOWN));
    happen(new Event.Spawned(job, attempt, new ProcessId(attempt, 1, "boot")));
    assertThat(state.job(job).phase()).isEqualTo(Phase.RUNNING);
  }

  private void end(String job, int code) {
    happen(new Event.Exited(job, state.job(job).attempt().number(), code));
  }

  private void run(String job, int code) {
    start(job);
    end(job, code);
  }

  private Phase phase(String job) {
    return state.job(job).phase();
  }

  @Test
  void isTriedAgainWithTheJobsThatDidNotSucceed() throws IOException {
    submit(", retries: 2, retry wait: 10s");
    run("y", 0);
    run("n/a", 0);
    run("n/b", 1);
    assertThat(phase("n/b")).isEqualTo(Phase.FAILED);
    assertThat(phase("z")).as("it may succeed yet").isEqualTo(Phase.WAITING);
    start("n/c");
    end("n/c", 1);
    assertThat(phase("n/c")).as("its own retry").isEqualTo(Phase.BACKING_OFF);
    tickAt(30);
    run("n/c", 1);
    assertThat(phase("n/b")).isEqualTo(Phase.BACKING_OFF);
    assertThat(phase("n/c")).isEqualTo(Phase.BACKING_OFF);
    assertThat(phase("n/a")).as("is kept").isEqualTo(Phase.SUCCEEDED);
    assertThat(state.job("n/b").message())
        .isEqualTo("retry 1 of 2 of n: its driver ended with code 1");
    assertThat(commands)
        .contains(new Command.Notify("", "nested workflow n failed; retry 1 of 2 of n follows"));
    assertThat(state.nextTick()).contains(START.plusSeconds(40));
    tickAt(40);
    run("n/b", 0);
    run("n/c", 1);
    assertThat(phase("n/c")).as("its own retry, again").isEqualTo(Phase.BACKING_OFF);
    tickAt(70);
    run("n/c", 1);
    assertThat(state.nextTick()).as("twice the wait").contains(START.plusSeconds(90));
    tickAt(90);
    run("n/c", 0);
    assertThat(phase("z")).isEqualTo(Phase.READY);
    run("z", 0);
    assertThat(state.status()).isEqualTo(RunState.Status.SUCCEEDED);
    assertThat(state.job("n/b").attempt().number()).isEqualTo(2);
  }

  @Test
  void failsAfterItsRetriesAndSkipsWhatIsAfterIt() throws IOException {
    submit(", retries: 1, retry wait: 0s");
    run("y", 0);
    run("n/c", 0);
    run("n/a", 1);
    assertThat(phase("n/b")).isEqualTo(Phase.WAITING);
    tickAt(0);
    run("n/a", 1);
    assertThat(phase("n/b")).isEqualTo(Phase.SKIPPED);
    assertThat(phase("z")).isEqualTo(Phase.SKIPPED);
    assertThat(state.status()).isEqualTo(RunState.Status.FAILED);
  }

  @Test
  void aTimeoutEndsAllOfItAndTheNextAttemptHasItsOwn() throws IOException {
    submit(", retries: 1, retry wait: 5s, timeout: 60s");
    run("y", 0);
    run("n/a", 0);
    start("n/c");
    assertThat(state.nextTick()).contains(START.plusSeconds(60));
    tickAt(60);
    String reason = "nested workflow n took longer than its timeout of 60 s";
    assertThat(phase("n/b")).isEqualTo(Phase.FAILED);
    assertThat(commands).contains(new Command.Kill("n/c", 1), new Command.Notify("", reason));
    assertThat(phase("z")).isEqualTo(Phase.WAITING);
    end("n/c", 143);
    assertThat(phase("n/c")).as("not its own retry").isEqualTo(Phase.BACKING_OFF);
    assertThat(state.job("n/c").message()).isEqualTo("retry 1 of 1 of n: " + reason);
    assertThat(state.job("n/c").retries()).isZero();
    tickAt(65);
    start("n/b");
    assertThat(state.nextTick()).contains(START.plusSeconds(125));
    tickAt(125);
    end("n/b", 143);
    assertThat(phase("n/c")).isEqualTo(Phase.FAILED);
    assertThat(phase("z")).isEqualTo(Phase.SKIPPED);
    assertThat(state.status()).isEqualTo(RunState.Status.FAILED);
  }

  @Test
  void isNotTriedAgainInARunThatIsKilledOrBecauseOfJobsBeforeIt() throws IOException {
    submit(", retries: 3");
    run("n/a", 1);
    start("n/c");
    happen(new Event.KillAsked("asked"));
    end("n/c", 143);
    assertThat(state.status()).isEqualTo(RunState.Status.KILLED);
    WorkflowTree tree =
        tree(
            job("first", "")
                + "  n: {type: workflow, file: in.yaml, after: first, retries: 3}\n"
                + job("z", ", after: n"));
    take(Orchestrator.submit(RunSpec.of("s", now, tree), now));
    run("first", 1);
    assertThat(phase("n/a")).isEqualTo(Phase.SKIPPED);
    assertThat(phase("z")).isEqualTo(Phase.SKIPPED);
    assertThat(state.status()).isEqualTo(RunState.Status.FAILED);
  }

  @Test
  void dependenciesFollowFromWhatNestedWorkflowsReadAndWrite() throws IOException {
    file(
        "in.yaml",
        "jobs:\n"
            + job("w", ", inputs: /raw, outputs: /made/x")
            + job("v", ", inputs: /made/x, outputs: /made/y"));
    assertThat(
            after(
                tree(
                    job("reader", ", inputs: /made/y/part-*")
                        + "  n: {type: workflow, file: in.yaml}\n"
                        + job("writer", ", outputs: /raw")
                        + job("other", ", inputs: /else"))))
        .containsEntry("n/w", Set.of("writer"))
        .containsEntry("n/v", Set.of("n/w", "writer"))
        .containsEntry("reader", Set.of("n/w", "n/v"))
        .containsEntry("other", Set.of())
        .containsOnlyKeys("writer", "n/w", "n/v", "reader", "other");
  }

  @Test
  void nestedWorkflowsDependOnEachOtherAndPathsBeginAtTheirFiles() throws IOException {
    file("one/deep.yaml", "jobs:\n" + job("d", ", outputs: out"));
    file("one/in.yaml", "jobs:\n  m: {type: workflow, file: deep.yaml}\n");
    file("two.yaml", "jobs:\n" + job("t", ", inputs: one/out"));
    assertThat(
            after(
                tree(
                    "  second: {type: workflow, file: two.yaml}\n"
                        + "  first: {type: workflow, file: one/in.yaml}\n")))
        .containsEntry("second/t", Set.of("first/m/d"));
  }

  @Test
  void circlesThroughNestedWorkflowsAreNamed() throws IOException {
    file("in.yaml", "jobs:\n" + job("w", ", inputs: /a, outputs: /b"));
    WorkflowTree tree =
        tree("  n: {type: workflow, file: in.yaml}\n" + job("z", ", inputs: /b, outputs: /a"));
    assertThat(tree.problems())
        .extracting(Problem::toString)
        .singleElement()
        .asString()
        .contains("jobs.")
        .contains("circle: ")
        .contains(" after ");
    assertThat(tree.jobs()).isEmpty();
  }

  /** Files that nest each other twice would be two to the power of their depth. */
  @Test
  void tooManyJobsAreRefusedBeforeTheyAreThere() throws IOException {
    for (int depth = 0; depth < 40; depth++) {
      String next = "f" + (depth + 1) + ".yaml";
      file(
          "f" + depth + ".yaml",
          "jobs: {a: {type: workflow, file: "
              + next
              + "}, b: {type: workflow, file: "
              + next
              + "}}\n");
    }
    file("f40.yaml", "jobs:\n" + job("x", ""));
    WorkflowTree tree = WorkflowTree.read(directory.resolve("f0.yaml"), Map.of());
    assertThat(tree.problems().get(0).toString()).contains("more than 10000 jobs in a run");
    assertThat(tree.problems()).hasSizeLessThan(100);
  }
}
