// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.athanor.profile.Catalogue;
import org.athanor.profile.CatalogueException;
import org.athanor.profile.CatalogueLocation;
import org.athanor.profile.RunFilter;
import org.athanor.profile.run.Run;
import org.athanor.scheduler.catalogue.MeteredRuns;
import org.athanor.scheduler.energy.Energy;
import org.athanor.scheduler.journal.EnergyTable;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.predict.MeasuredRun;
import org.athanor.scheduler.run.RunState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Measured runs get into the catalogue, once, and come back as predictions. */
@Timeout(60)
class ClosedLoopTest {
  @TempDir private Path directory;

  private final List<String> notices = Collections.synchronizedList(new ArrayList<>());
  private Path file;
  private Path workflow;

  @BeforeEach
  void prepare() throws IOException {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    file = directory.resolve("profile.db");
    workflow =
        Files.writeString(
            directory.resolve("w.yaml"),
            """
            name: w
            jobs:
              one:
                type: shell
                command: ["true"]
                settings: {size: 3, my.password: hunter2}
              two:
                type: shell
                command: ["true"]
                after: one
            """);
  }

  private LocalScheduler scheduler() throws Exception {
    return new LocalScheduler(
        directory,
        notices,
        List.of("a"),
        InstantSource.system(),
        Optional.of(new Scheduler.Catalogue(CatalogueLocation.of(file), "0.1.0")));
  }

  private List<Run> entered() throws CatalogueException {
    List<Run> runs = new ArrayList<>();
    try (Catalogue catalogue = Catalogue.open(CatalogueLocation.of(file))) {
      catalogue.forEachRun(RunFilter.ALL, runs::add);
    }
    return runs;
  }

  @Test
  void whatAnOlderVersionMeasuredCounts() throws Exception {
    try (LocalScheduler local = new LocalScheduler(directory, notices, List.of("a"))) {
      local.submit("r1", workflow);
      local.workToTheEnd();
    }
    String hash =
        Integer.toHexString(
            new TreeMap<>(Map.of("size", "3", "my.password", "hunter2")).hashCode());
    try (Connection connection =
            DriverManager.getConnection(
                "jdbc:sqlite:" + directory.resolve("state").resolve(Journal.FILE));
        Statement statement = connection.createStatement()) {
      statement.execute(
          "UPDATE measured SET configuration = CASE job WHEN 'one' THEN '"
              + hash
              + "' ELSE '0' END");
    }
    try (LocalScheduler local = new LocalScheduler(directory, notices, List.of("a"))) {
      local.submit("r2", workflow);
      local.workToTheEnd();
      List<MeasuredRun> measured = local.journal.measurements().newest(10);
      assertThat(measured).hasSize(4);
      assertThat(measured).extracting(MeasuredRun::application).containsOnly("w/one", "w/two");
      for (String application : List.of("w/one", "w/two")) {
        assertThat(measured.stream().filter(run -> run.application().equals(application)))
            .as("a change of keys would make the earlier run count no more")
            .extracting(MeasuredRun::configuration)
            .containsOnly(
                measured.stream()
                    .filter(run -> run.application().equals(application))
                    .findFirst()
                    .orElseThrow()
                    .configuration());
      }
    }
  }

  @Test
  void eachAttemptIsEnteredOnceWithoutSecrets() throws Exception {
    try (LocalScheduler local = scheduler()) {
      local.submit("r1", workflow);
      local.workToTheEnd();
      local.scheduler.settle();
      assertThat(local.journal.measurements().outbox(10)).isEmpty();
    }
    assertThat(notices).containsExactly("run r1 succeeded");
    assertThat(entered())
        .extracting(run -> run.origin().trial())
        .containsExactlyInAnyOrder("athanor-r1-one-1", "athanor-r1-two-1");
    Run run = entered().get(0);
    assertThat(run.origin().producer()).isEqualTo("scheduler");
    assertThat(run.application().name()).isEqualTo("w/one");
    assertThat(run.site().cluster()).contains("a");
    assertThat(run.site().scheduling().occupancy()).hasValue(0);
    assertThat(run.configuration().settings())
        .containsEntry("size", "3")
        .containsEntry("my.password", "(redacted)");
    assertThat(Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1))
        .doesNotContain("hunter2");
  }

  /** The file of clusters gives no power of the nodes; bench has measured it there. */
  @Test
  void energyIsEstimatedWithThePowerThatBenchMeasured() throws Exception {
    try (Catalogue catalogue = Catalogue.open(CatalogueLocation.of(file))) {
      for (int i = 0; i < 3; i++) {
        catalogue.add(MeteredRuns.run(i, "a", 0.2 + 0.3 * i));
      }
    }
    try (LocalScheduler local = scheduler()) {
      for (String run : List.of("r1", "r2")) {
        local.submit(run, workflow);
        local.workToTheEnd();
        local.scheduler.settle();
      }
      assertThat(local.journal.energy().of("r1").get("one"))
          .singleElement()
          .extracting(EnergyTable.Known::energy, as(type(Energy.Estimated.class)))
          .extracting(Energy.Estimated::model, as(STRING))
          .contains("W above idle nodes, by 3 runs of the catalogue (");
      assertThat(local.journal.choices("r2", "one").get(0).candidates())
          .anyMatch(
              line ->
                  line.startsWith(
                      "energy is estimated on a with the power of 3 runs of the catalogue ("));
    }
  }

  @Test
  void aCatalogueThatCannotBeUsedStopsNothingAndGetsEverythingLater() throws Exception {
    Files.writeString(file, "no database ".repeat(100));
    try (LocalScheduler local = scheduler()) {
      local.submit("r1", workflow);
      local.workToTheEnd();
      local.scheduler.settle();
      assertThat(local.state("r1").status()).isEqualTo(RunState.Status.SUCCEEDED);
      assertThat(local.journal.measurements().outbox(10)).hasSize(2);
    }
    assertThat(notices)
        .filteredOn(line -> !line.equals("run r1 succeeded"))
        .singleElement()
        .asString()
        .contains("is damaged", "entered later");
    Files.delete(file);
    for (int start = 0; start < 2; start++) { // the second one has nothing to enter
      try (LocalScheduler local = scheduler()) {
        local.workToTheEnd();
        local.scheduler.settle();
        assertThat(local.journal.measurements().outbox(10)).isEmpty();
      }
      assertThat(entered()).hasSize(2);
    }
  }
}
