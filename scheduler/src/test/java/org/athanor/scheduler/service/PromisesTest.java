// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.athanor.scheduler.catalogue.MergedRuns;
import org.athanor.scheduler.clusters.Kind;
import org.athanor.scheduler.journal.AlertTables;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.journal.StateDirectory;
import org.athanor.scheduler.launch.Attempts;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.predict.MeasuredRun;
import org.athanor.scheduler.run.Event;
import org.athanor.scheduler.run.Orchestrator;
import org.athanor.scheduler.run.RunSpec;
import org.athanor.scheduler.run.RunState;
import org.athanor.scheduler.run.WorkflowTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run whose promise is at risk because its input is big. */
@Timeout(60)
class PromisesTest {
  private static final Instant NOW = Instant.parse("2026-11-27T06:00:00Z");

  @TempDir private Path directory;
  private final BlockingQueue<Scheduler.Task> tasks = new LinkedBlockingQueue<>();
  private final List<String> notices = new ArrayList<>();

  private final Effects.Outcomes outcomes =
      new Effects.Outcomes() {
        @Override
        public void happened(String run, Event event) {}

        @Override
        public void notice(String line) {}

        @Override
        public void later(Scheduler.Task task) {
          tasks.add(task);
        }
      };

  private RunState run() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("w.yaml"),
            "sla: {within: 25s}\n"
                + "jobs:\n  j: {type: shell, command: [x], application: app, inputs: [in]}\n");
    WorkflowTree tree = WorkflowTree.read(file, Map.of());
    assertThat(tree.problems()).isEmpty();
    return Orchestrator.submit(RunSpec.of("r", NOW, tree), NOW).state();
  }

  /** A second for each hundred bytes. */
  private static JobPredictor predictor() {
    List<MeasuredRun> runs = new ArrayList<>();
    for (int i = 1; i <= 40; i++) {
      runs.add(
          new MeasuredRun(
              "app", "one", "same", NOW, 100 * i, i, OptionalDouble.empty(), Resources.NONE));
    }
    return Measurements.predictorOf(new MergedRuns(runs, List.of()), List.of());
  }

  /** One scheduler's look. */
  private void look(Effects effects, Journal journal, boolean measured, RunState run)
      throws Exception {
    Inputs inputs = new Inputs(effects);
    if (measured) {
      while (!inputs.isMeasured("r", run.spec().job("j"))) {
        tasks.poll(30, TimeUnit.SECONDS).run();
      }
    }
    Promises promises = new Promises(journal, new Hooks(journal, new Telemetry(), outcomes));
    promises.begin(run);
    promises.look(List.of(run), predictor(), List.of("one"), inputs, NOW, notices::add);
  }

  @Test
  void isNotOnTrackAgainWhileItsInputIsNotMeasured() throws Exception {
    RunState run = run();
    Files.write(directory.resolve("in"), new byte[3000]);
    StateDirectory state = StateDirectory.create(directory.resolve("state"));
    try (Journal journal = Journal.open(state.path());
        Attempts attempts = new Attempts(Duration.ofMillis(100));
        ApplicationKills kills = new ApplicationKills(new LocalSite(), Duration.ofSeconds(1));
        Effects effects =
            new Effects(
                state,
                attempts,
                new LeastContainersTest.One("one", new Kind.Local(), 4),
                new LocalSite(),
                true,
                kills,
                InstantSource.system(),
                outcomes)) {
      look(effects, journal, true, run);
      assertThat(journal.alerts().of("r"))
          .singleElement()
          .satisfies(it -> assertThat(it.state()).isEqualTo(AlertTables.State.AT_RISK));
      look(effects, journal, false, run);
      look(effects, journal, true, run);
      assertThat(journal.events("r")).as("it is said once").hasSize(1);
      assertThat(notices).hasSize(1);

      Files.write(directory.resolve("in"), new byte[1]);
      look(effects, journal, true, run);
      assertThat(journal.alerts().of("r")).isEmpty();
    }
  }
}
