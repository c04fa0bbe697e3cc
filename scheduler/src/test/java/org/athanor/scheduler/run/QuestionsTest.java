// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.scheduler.policy.Access;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Questions to a ResourceManager about an attempt whose driver vanished, and restarts meanwhile.
 */
class QuestionsTest {
  private static final Instant START = Instant.parse("2026-11-27T10:00:00Z");
  private static final Command QUERY = new Command.Query("a", 1);

  @TempDir private Path directory;

  private RunState state;
  private List<Command> commands;

  /** A job of which the ResourceManager knew no application when it was asked first, at START. */
  @BeforeEach
  void askOnce() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("w.yaml"),
            "jobs: {a: {type: jar, jar: x.jar, outputs: /out, retries: 1}}");
    WorkflowTree tree = WorkflowTree.read(file, Map.of());
    assertThat(tree.problems()).isEmpty();
    take(Orchestrator.submit(RunSpec.of("r", START, tree), START));
    happen(0, new Event.Placed("a", "yarn", Access.LOCAL, ""));
    happen(0, new Event.Prepared("a", 1, JobState.Input.UNKNOWN));
    happen(0, new Event.Spawned("a", 1, new ProcessId(1, 1, "boot")));
    happen(0, new Event.Vanished("a", 1));
    assertThat(commands).containsExactly(QUERY);
    nothingIsFound(0);
    assertThat(commands).isEmpty();
  }

  private void take(Step step) {
    state = step.state();
    commands = step.commands();
  }

  private void happen(long second, Event event) {
    take(Orchestrator.step(state, event, START.plusSeconds(second), "yarn"::equals));
  }

  private void nothingIsFound(long second) {
    nothingIsFound(second, List.of("/out"), false);
  }

  private void nothingIsFound(long second, List<String> missing, boolean complete) {
    happen(second, new Event.Applications("a", 1, List.of(), missing, complete, Optional.empty()));
  }

  private List<Command> restartAndTickAt(long second) {
    happen(second, new Event.Restarted());
    List<Command> atOnce = commands;
    happen(second, new Event.Tick());
    return atOnce.isEmpty() ? commands : atOnce;
  }

  @Test
  void restartsNeitherHastenNorPostponeTheNextQuestion() {
    for (int second = 1; second < 10; second++) {
      assertThat(restartAndTickAt(second)).as("second %s", second).isEmpty();
    }
    assertThat(restartAndTickAt(10)).containsExactly(QUERY);
  }

  @Test
  void aRestartRepeatsAQuestionWhoseAnswerIsNotKnown() {
    happen(10, new Event.Tick());
    assertThat(commands).containsExactly(QUERY);
    assertThat(restartAndTickAt(11)).containsExactly(QUERY);
    nothingIsFound(11);
    assertThat(state.job("a").phase()).isEqualTo(Phase.CHECKING);
    assertThat(restartAndTickAt(20)).isEmpty();
    assertThat(restartAndTickAt(21)).containsExactly(QUERY);
    nothingIsFound(21);
    assertThat(state.job("a").phase()).isEqualTo(Phase.BACKING_OFF);
    assertThat(state.job("a").message()).isEqualTo("its driver vanished");
  }

  /** It has forgotten the application, which ended long ago; running it again would be wrong. */
  @Test
  void outputsThatAreCompleteAreASuccessOfWhichTheResourceManagerKnowsNothing() {
    happen(10, new Event.Tick());
    nothingIsFound(10, List.of(), true);
    assertThat(state.job("a").phase())
        .as("an application may show up yet")
        .isEqualTo(Phase.CHECKING);
    happen(20, new Event.Tick());
    nothingIsFound(20, List.of(), true);
    assertThat(state.job("a").phase()).isEqualTo(Phase.SUCCEEDED);
    assertThat(state.job("a").attempt().number()).isEqualTo(1);
  }

  @Test
  void outputsThatMayBeIncompleteAreNone() {
    happen(10, new Event.Tick());
    nothingIsFound(10, List.of(), false);
    happen(20, new Event.Tick());
    nothingIsFound(20, List.of(), false);
    assertThat(state.job("a").phase()).isEqualTo(Phase.BACKING_OFF);
    assertThat(state.job("a").message())
        .isEqualTo(
            "its driver vanished, and the ResourceManager knows no application of it; its outputs"
                + " exist, but not all of them have the mark _SUCCESS");
  }

  @Test
  void aClockThatWasSetBackPostponesAQuestionByOneInterval() {
    assertThat(restartAndTickAt(-3600)).isEmpty();
    assertThat(restartAndTickAt(-3591)).isEmpty();
    assertThat(restartAndTickAt(-3590)).containsExactly(QUERY);
  }
}
