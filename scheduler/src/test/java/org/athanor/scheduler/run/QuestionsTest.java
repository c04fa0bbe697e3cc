// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
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
        Files.writeString(directory.resolve("w.yaml"), "jobs: {a: {type: jar, jar: x.jar}}");
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
    happen(second, new Event.Applications("a", 1, List.of(), List.of()));
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
    assertThat(state.job("a").phase()).isEqualTo(Phase.FAILED);
    assertThat(state.job("a").message()).isEqualTo("its driver vanished");
  }

  @Test
  void aClockThatWasSetBackPostponesAQuestionByOneInterval() {
    assertThat(restartAndTickAt(-3600)).isEmpty();
    assertThat(restartAndTickAt(-3591)).isEmpty();
    assertThat(restartAndTickAt(-3590)).containsExactly(QUERY);
  }
}
