// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.athanor.scheduler.energy.Energy;
import org.athanor.scheduler.journal.AlertTables;
import org.athanor.scheduler.journal.EnergyTable;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.policy.Access;
import org.athanor.scheduler.predict.Predictor;
import org.athanor.scheduler.run.Attempt;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.RunSpec;
import org.athanor.scheduler.run.RunState;
import org.athanor.scheduler.run.WorkflowTree;
import org.athanor.scheduler.service.JobPredictor;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class RunPageTest {
  private static final Instant NOW = Instant.parse("2026-11-27T06:00:00Z");
  private static final String HOSTILE = "</td><script>alert('\"&')</script>\u202e\u0000";

  @TempDir private Path directory;

  /** A run of jobs in any phases; texts are hostile, as a message of a driver may be. */
  private RunView run(int count, Random random) throws IOException {
    StringBuilder text = new StringBuilder("name: big\njobs:\n");
    for (int job = 0; job < count; job++) {
      Set<String> after = new LinkedHashSet<>();
      for (int i = random.nextInt(3); i > 0 && job > 0; i--) {
        after.add("j" + random.nextInt(job));
      }
      text.append("  j" + job + ": {type: shell, command: ['true']");
      text.append(after.isEmpty() ? "}\n" : ", after: " + after + "}\n");
    }
    Path file = Files.writeString(directory.resolve("w.yaml"), text.toString());
    WorkflowTree tree = WorkflowTree.read(file, Map.of());
    assertThat(tree.problems()).isEmpty();
    Map<String, JobState> states = new LinkedHashMap<>();
    Map<String, List<Journal.Choice>> choices = new LinkedHashMap<>();
    for (JobSpec spec : tree.jobs()) {
      Phase phase = List.of(Phase.values()).get(random.nextInt(Phase.values().length));
      boolean started = phase.isActive() || phase == Phase.SUCCEEDED || phase == Phase.FAILED;
      Attempt attempt =
          started
              ? new Attempt(
                  1,
                  HOSTILE,
                  Access.LOCAL,
                  Optional.empty(),
                  Optional.of(NOW.minusSeconds(random.nextInt(1000))),
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty(),
                  0)
              : Attempt.NONE;
      states.put(
          spec.name(),
          new JobState(
              phase,
              NOW,
              Optional.empty(),
              HOSTILE,
              attempt,
              0,
              false,
              JobState.Input.UNKNOWN,
              Optional.empty(),
              random.nextBoolean()));
      choices.put(
          spec.name(),
          List.of(
              new Journal.Choice(
                  spec.name(), 1, NOW, HOSTILE, HOSTILE, HOSTILE, List.of(HOSTILE))));
    }
    RunSpec spec = new RunSpec("r", HOSTILE, NOW.minusSeconds(2000), tree.sla(), tree.jobs());
    return RunView.of(
        new RunState(spec, states, false, true, Optional.empty()),
        choices,
        Map.of(),
        Map.of(
            tree.jobs().get(0).name(),
            List.of(
                new EnergyTable.Known(1, HOSTILE, new Energy.Estimated(512, HOSTILE)),
                new EnergyTable.Known(2, HOSTILE, new Energy.Unavailable(HOSTILE)))),
        List.of(
            new AlertTables.Promise(
                "r", "", AlertTables.State.AT_RISK, NOW, NOW, Optional.of(NOW))),
        new JobPredictor(new Predictor(List.of(), Duration.ofDays(1), 0.9), List.of()),
        List.of(HOSTILE),
        NOW);
  }

  @Test
  void textsNeverBecomeMarkup() throws Exception {
    String html = RunPage.html(run(60, new Random(Seeds.seed())), 0);
    assertThat(html)
        .contains("&lt;script&gt;alert(&#39;&quot;&amp;&#39;)")
        .doesNotContain("<script>", "alert('", "\u202e", "\u0000");
    assertThat(html.split("<svg", -1)).hasSameSizeAs(html.split("</svg>", -1));
  }

  @Test
  void aThousandJobsAreDrawnInTimeAndSize() throws Exception {
    RunView view = run(1000, new Random(Seeds.seed()));
    long begin = System.nanoTime();
    String html = RunPage.html(view, 900);
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
    assertThat(html.length()).isLessThan(6 << 20);
    assertThat(html).contains("901 to 1000", "id=\"why-j999\"").doesNotContain("why-j899\"");
    assertThat(StatusJson.of(view)).contains("\"job\":\"j999\"");
  }

  @Test
  void manyMoreJobsHaveATableOnly() throws Exception {
    RunView view = run(GraphPicture.MOST + 1, new Random(Seeds.seed()));
    assertThat(RunPage.html(view, 1 << 20)).contains("are too many for a picture");
  }

  @Test
  void eachJobIsRightOfThoseBeforeItAndNoTwoOverlap() {
    Random random = new Random(Seeds.seed());
    for (int round = 0; round < 50; round++) {
      List<String> names = new ArrayList<>();
      List<Set<String>> after = new ArrayList<>();
      for (int job = 0; job < 1 + random.nextInt(60); job++) {
        Set<String> before = new LinkedHashSet<>();
        for (int i = random.nextInt(4); i > 0 && job > 0; i--) {
          before.add("j" + random.nextInt(job));
        }
        names.add("j" + job);
        after.add(before);
      }
      GraphLayout layout = new GraphLayout(names, after);
      List<GraphLayout.Box> boxes = layout.boxes();
      for (GraphLayout.Box box : boxes) {
        for (String before : after.get(box.job())) {
          assertThat(boxes.get(names.indexOf(before)).x())
              .as("round %d, -Dathanor.test.seed=%d", round, Seeds.seed())
              .isLessThan(box.x());
        }
        for (GraphLayout.Box other : boxes) {
          assertThat(
                  other.job() != box.job()
                      && other.x() == box.x()
                      && Math.abs(other.y() - box.y()) < GraphLayout.BOX_HEIGHT)
              .as("round %d, -Dathanor.test.seed=%d", round, Seeds.seed())
              .isFalse();
        }
        assertThat(box.y()).isBetween(0.0, (double) layout.height());
        assertThat(box.x() + GraphLayout.BOX_WIDTH).isLessThanOrEqualTo(layout.width());
      }
    }
  }

  @Test
  void edgesThatOthersImplyAreLeftOut() {
    GraphLayout layout =
        new GraphLayout(List.of("a", "b", "c"), List.of(Set.of(), Set.of("a"), Set.of("a", "b")));
    assertThat(layout.edges()).hasSize(2);
    assertThat(layout.jobsByColumn()).containsExactly(1, 1, 1);
  }
}
