// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.athanor.scheduler.catalogue.MergedRuns;
import org.athanor.scheduler.ledger.Reservation;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.power.Demand;
import org.athanor.scheduler.run.Orchestrator;
import org.athanor.scheduler.run.RunSpec;
import org.athanor.scheduler.run.RunState;
import org.athanor.scheduler.run.WorkflowTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComingDemandTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir Path directory;

  /** An estimate of 10 min may mean 20 min. */
  private RunState run(String sla) throws IOException {
    Path file = directory.resolve("w.yaml");
    Files.writeString(
        file,
        "jobs:\n"
            + "  a: {type: shell, command: [sleep], estimate: 10m"
            + sla
            + "}\n"
            + "  b: {type: shell, command: [sleep], estimate: 10m, after: a"
            + sla
            + "}\n");
    WorkflowTree tree = WorkflowTree.read(file, Map.of());
    assertThat(tree.problems()).isEmpty();
    RunSpec spec = new RunSpec("r", tree.workflow().orElseThrow(), NOW, tree.sla(), tree.jobs());
    return Orchestrator.submit(spec, NOW).state();
  }

  private Map<String, Demand> demand(RunState run, Duration boot, Reservation... reservations) {
    Seen seen =
        new Seen(
            NOW,
            "phi",
            List.of(run),
            List.of(reservations),
            Measurements.predictorOf(MergedRuns.NONE, List.of()),
            Map.of(),
            new Telemetry().snapshot(),
            Map.of(),
            new LeastContainers(
                new LeastContainersTest.One("c", LeastContainersTest.YARN, 4), new LocalSite()));
    return ComingDemand.of(seen, List.of("c"), name -> boot);
  }

  @Test
  void aJobThatWouldBeLateByABootWakesNodesBefore() throws Exception {
    RunState run = run(", sla: {within: 25m}");
    assertThat(demand(run, Duration.ZERO)).isEmpty();
    assertThat(demand(run, Duration.ofMinutes(4))).isEmpty();
    // The second job starts after 10 min only: nobody need boot for it yet.
    assertThat(demand(run, Duration.ofMinutes(6)))
        .isEqualTo(Map.of("c", new Demand(Resources.NONE, JobPredictor.UNKNOWN_NEEDS)));
    assertThat(demand(run, Duration.ofMinutes(11)).get("c").coming())
        .isEqualTo(JobPredictor.UNKNOWN_NEEDS.times(2));
    assertThat(demand(run(""), Duration.ofMinutes(6))).as("without a deadline").isEmpty();
  }

  @Test
  void whatIsReservedIsAdded() throws Exception {
    Resources two = new Resources(2, 2, 0, 0);
    assertThat(
            demand(
                run(""),
                Duration.ofMinutes(6),
                new Reservation("x", "c", two, NOW),
                new Reservation("y", "c", two, NOW)))
        .isEqualTo(Map.of("c", new Demand(two.times(2), Resources.NONE)));
  }
}
