// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.athanor.scheduler.energy.Energy;
import org.athanor.scheduler.energy.EnergySum;
import org.athanor.scheduler.journal.EnergyTable;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.RunState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes of this machine that keep a processor busy. */
@Timeout(60)
class EnergyOfJobsTest {
  private static final String CLUSTERS =
      """
      clusters:
        known: {kind: local, memory: 8g, power: {idle: 100, max: 180}}
      """;
  private static final String BUSY =
      "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; [ -e again ] || { touch again; exit 1; }";

  @TempDir Path directory;

  private LocalScheduler scheduler(String clusters) throws Exception {
    return new LocalScheduler(directory, new ArrayList<>(), clusters, "energy", new LocalSite());
  }

  private Path workflow() throws Exception {
    return Files.writeString(
        directory.resolve("w.yaml"),
        "name: w\njobs:\n  busy: {type: shell, command: [sh, -c, '"
            + BUSY
            + "'], retries: 1, retry wait: 0s}\n");
  }

  @Test
  void eachAttemptHasItsEnergyWithItsLabelAlsoAfterARestart() throws Exception {
    try (LocalScheduler local = scheduler(CLUSTERS)) {
      local.submit("r", workflow());
      local.workToTheEnd();
      // Ended, and nobody has asked yet: the next one does.
      assertThat(local.state("r").status()).isEqualTo(RunState.Status.SUCCEEDED);
    }
    try (LocalScheduler local = scheduler(CLUSTERS)) {
      local.scheduler.settle();
      List<EnergyTable.Known> attempts = local.journal.energy().of("r").get("busy");
      assertThat(attempts).extracting(EnergyTable.Known::attempt).containsExactly(1, 2);
      double watts = 80.0 / Runtime.getRuntime().availableProcessors();
      for (EnergyTable.Known each : attempts) {
        Energy.Estimated energy = (Energy.Estimated) each.energy();
        assertThat(energy.model()).contains("CPU-seconds").contains("above idle nodes");
        assertThat(energy.joules()).isPositive().isLessThan(watts * 30);
      }
      EnergySum sum = local.journal.energy().byCluster().get("known");
      assertThat(sum.estimated().count()).isEqualTo(2);
      assertThat(sum.measured().count()).isZero();
      assertThat(local.journal.energy().unasked(10)).isEmpty();
      assertThat(local.journal.energy().withoutPower(10)).isEmpty();
      assertThat(local.journal.energy().uses(10))
          .singleElement() // of the attempt that succeeded
          .satisfies(use -> assertThat(use.coreSeconds()).isPositive());
    }
    try (LocalScheduler local = scheduler(CLUSTERS)) {
      local.submit("r2", workflow());
      local.workToTheEnd();
      assertThat(local.journal.choices("r2", "busy").get(0).candidates())
          .singleElement()
          .asString()
          .contains(" J estimated, has room");
    }
  }

  /** It ends while no scheduler works, and its time is until then, not until somebody looks. */
  @Test
  void anAttemptThatOutlivedASchedulerTeachesHowLongItTook() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("w.yaml"),
            "name: w\njobs: {j: {type: shell, command: [sh, -c, 'until [ -e stop ]; do sleep 0.05;"
                + " done']}}\n");
    Instant started;
    try (LocalScheduler local = scheduler(CLUSTERS)) {
      local.submit("r", file);
      local.scheduler.work(
          () ->
              local.scheduler.active().stream()
                  .anyMatch(run -> run.job("j").phase() == Phase.RUNNING));
      started = local.state("r").job("j").attempt().started().orElseThrow();
    }
    Files.createFile(directory.resolve("stop"));
    Path exit = directory.resolve("state/attempts/r/j-1/exit");
    while (!Files.exists(exit)) {
      TimeUnit.MILLISECONDS.sleep(5); // another process makes it
    }
    Files.setLastModifiedTime(exit, FileTime.from(started.plusMillis(50)));
    try (LocalScheduler local = scheduler(CLUSTERS)) {
      local.workToTheEnd();
      local.scheduler.settle();
      assertThat(local.state("r").status()).isEqualTo(RunState.Status.SUCCEEDED);
      assertThat(local.journal.energy().of("r").get("j"))
          .singleElement()
          .satisfies(each -> assertThat(each.energy()).isInstanceOf(Energy.Estimated.class));
      assertThat(local.journal.energy().uses(10))
          .singleElement()
          .satisfies(use -> assertThat(use.seconds()).isCloseTo(0.05, within(0.002)));
    }
  }

  @Test
  void saysWhyItIsNotKnown() throws Exception {
    String reason = NodePowers.NOT_GIVEN + ", and no catalogue is used";
    try (LocalScheduler local = scheduler("clusters: {plain: {kind: local, memory: 8g}}\n")) {
      local.submit("r", workflow());
      local.workToTheEnd();
      local.scheduler.settle();
      assertThat(local.journal.energy().of("r").get("busy"))
          .extracting(EnergyTable.Known::energy)
          .containsOnly(new Energy.Unavailable(reason));
      assertThat(local.journal.choices("r", "busy").get(0).candidates())
          .contains("energy is unavailable on plain: " + reason);
    }
  }

  @Test
  void aWrapperThatWasKilledLeavesTheEnergyUnknown() throws Exception {
    try (LocalScheduler local = scheduler(CLUSTERS)) {
      Path file =
          Files.writeString(
              directory.resolve("v.yaml"),
              "name: v\njobs: {v: {type: shell, command: [sh, -c, 'kill -KILL $PPID']}}\n");
      local.submit("v", file);
      local.workToTheEnd();
      local.scheduler.settle();
      assertThat(local.journal.energy().of("v").get("v"))
          .singleElement()
          .satisfies(
              each ->
                  assertThat(((Energy.Unavailable) each.energy()).reason())
                      .contains("wrapper was ended"));
    }
  }

  @Test
  void whatIsKnownReplacesNothingOfOtherAttempts() throws Exception {
    try (LocalScheduler local = scheduler(CLUSTERS)) {
      Journal journal = local.journal;
      var one = new Journal.AttemptKey("r", "j", 1);
      var two = new Journal.AttemptKey("r", "j", 2);
      journal.store(
          List.of(
              journal.energy().started(one, "a", "c", OptionalDouble.of(5)),
              journal.energy().started(two, "a", "c", OptionalDouble.empty()),
              journal.energy().started(one, "other", "other", OptionalDouble.of(7)),
              journal.energy().ended(one, Instant.ofEpochMilli(9), OptionalDouble.of(4)),
              journal.energy().used(one, 3, OptionalDouble.empty())));
      assertThat(journal.energy().unasked(9)).isEmpty();
      assertThat(journal.energy().withoutPower(9))
          .containsExactly(
              new EnergyTable.Pending(one, "c", OptionalDouble.of(5), OptionalDouble.of(3)));
      journal.store(List.of(journal.energy().known(one, new Energy.Measured(20))));
      assertThat(journal.energy().of("r").get("j"))
          .containsExactly(new EnergyTable.Known(1, "c", new Energy.Measured(20)));
      assertThat(journal.energy().use(one)).get().extracting("application").isEqualTo("a");
      assertThat(journal.energy().withoutPower(9)).isEmpty();
    }
  }
}
