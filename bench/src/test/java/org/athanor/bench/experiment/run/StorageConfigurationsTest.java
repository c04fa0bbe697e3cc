// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.experiment.FrameworkSpec;
import org.athanor.bench.framework.FileSystem;
import org.athanor.bench.framework.Frameworks;
import org.athanor.bench.framework.NodeShare;
import org.athanor.bench.framework.Site;
import org.athanor.bench.framework.Site.Installation;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Nodes;
import org.athanor.cluster.artifact.Distributions;
import org.athanor.cluster.artifact.Tools;
import org.athanor.cluster.hadoop.HostRole;
import org.athanor.cluster.hadoop.Volumes;
import org.athanor.cluster.hadoop.Worker;
import org.athanor.results.Results.FrameworkInfo;
import org.athanor.storage.decision.StorageConfiguration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where the data of each storage configuration go. */
class StorageConfigurationsTest {
  private static final String VOLUMES = "ssd=1x53m/24m,disk=2x6m/5m";

  @TempDir private Path directory;
  private final List<String> events = new ArrayList<>();
  private ScriptedFacilities facilities;

  private RunOutcome run(String frameworks, String workloads) throws Exception {
    facilities = new ScriptedFacilities(directory, events::add);
    Path file =
        facilities.file(
            "filesystem: hdfs\nvolumes: "
                + VOLUMES
                + "\nframeworks:\n"
                + frameworks
                + "workloads: "
                + workloads
                + "\nrepetitions: 1\nwarmup: 0\n");
    RunOutcome outcome =
        BenchRun.run(file, facilities.options(false), facilities, RunListener.NONE);
    assertThat(outcome.problems()).isEmpty();
    return outcome;
  }

  @Test
  @Tag("short")
  void inputsAndOutputsAreOnTheTierOfTheConfiguration() throws Exception {
    RunOutcome outcome =
        run(
            """
              - alpha: {label: c1, storage: config-1}
              - alpha: {label: c2, storage: config-2}
              - alpha: {label: c3, storage: config-3}
              - alpha: {label: c4, storage: config-4}
              - beta
            """,
            "count");
    assertThat(events)
        .filteredOn(event -> event.matches("(make|prepare|submit) .*"))
        .containsExactly(
            "make inputs HOT",
            "prepare count",
            "make inputs-ssd ALL_SSD",
            "prepare count in inputs-ssd",
            "make outputs HOT",
            "submit count",
            "make outputs-ssd ALL_SSD",
            "submit count from inputs-ssd to outputs-ssd",
            "make outputs-ssd ALL_SSD",
            "submit count from inputs-ssd to outputs-ssd",
            "make outputs HOT",
            "submit count",
            "make outputs HOT",
            "submit count");
    assertThat(facilities.workers)
        .containsExactly(
            new Worker(
                Nodes.localhost(), HostRole.BOTH, Optional.empty(), Volumes.parseList(VOLUMES)));
    assertThat(
            outcome.results().orElseThrow().frameworks().stream()
                .map(FrameworkInfo::settings)
                .toList())
        .isEqualTo(
            List.of(
                Map.of("storage", "config-1", "volumes", VOLUMES),
                Map.of("storage", "config-2", "volumes", VOLUMES),
                Map.of("storage", "config-3", "volumes", VOLUMES),
                Map.of("storage", "config-4", "volumes", VOLUMES),
                Map.of("volumes", VOLUMES)));
  }

  @Test
  void aTierThatNobodyUsesHasNoInputs() throws Exception {
    run("  - alpha: {storage: config-2}\n  - beta: {storage: config-3}\n", "count");
    assertThat(events)
        .filteredOn(event -> event.startsWith("prepare "))
        .containsExactly("prepare count in inputs-ssd");
  }

  @Test
  void anInputThatIsMissingOnOneTierFailsTheTrialsOnItOnly() throws Exception {
    RunOutcome outcome =
        run(
            "  - alpha: {storage: config-1}\n  - beta: {storage: config-2}\n",
            "[count: {label: no-ssd}]");
    assertThat(outcome.results().orElseThrow().trials())
        .extracting(trial -> trial.key().framework() + ": " + trial.reason().orElse("verified"))
        .containsExactlyInAnyOrder(
            "alpha: verified", "beta: the input could not be prepared: the generator failed");
  }

  private StandardFacilities standard() {
    Tools none = new Tools(List.of(), List.of(), List.of());
    Frameworks frameworks = new Frameworks(Distributions.bundled(), none, line -> {}, "0.1.0");
    Installation installation = new Installation(Path.of("../athanor"), Path.of("../target"));
    return new StandardFacilities(
        installation, directory, "0.1.0", frameworks, Distributions.bundled(), none, line -> {});
  }

  private static FrameworkSpec athanor(
      String mode, StorageConfiguration storage, Map<String, String> settings) {
    return new FrameworkSpec(
        "athanor",
        "a",
        mode,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(storage),
        settings,
        Map.of());
  }

  private List<String> settingsProblems(FrameworkSpec spec) throws Exception {
    Site site =
        new Site(
            Nodes.localhost(),
            List.of(Nodes.localhost()),
            new Mark("storage-configurations"),
            NodeShare.of(2, 3L << 30),
            FileSystem.of("hdfs://localhost:9000"),
            directory,
            standard().installation(),
            directory);
    return standard().framework(spec).problems(site).stream()
        .filter(problem -> problem.startsWith("settings: "))
        .toList();
  }

  /** That the setting arrives shows in what it needs: local directories on both tiers. */
  @ParameterizedTest
  @CsvSource({
    "CONFIG_1, embedded, mapreduce.cluster.local.dir, disk",
    "CONFIG_2, embedded, mapreduce.cluster.local.dir, ssd",
    "CONFIG_3, yarn, yarn.nodemanager.local-dirs, disk",
    "CONFIG_4, yarn, yarn.nodemanager.local-dirs, ssd"
  })
  void intermediateDataAreOnTheTierOfTheConfiguration(
      StorageConfiguration storage, String mode, String directories, String tier) throws Exception {
    String problem =
        "settings: "
            + directories
            + ": must name a local directory on an SSD and one on a disk, separated by a comma, so"
            + " that intermediate data can be placed (athanor.intermediate.tier="
            + tier
            + ")";
    assertThat(settingsProblems(athanor(mode, storage, Map.of()))).containsExactly(problem);
    assertThat(settingsProblems(athanor(mode, storage, Map.of(directories, "/ssd , "))))
        .containsExactly(problem);
    assertThat(settingsProblems(athanor(mode, storage, Map.of(directories, "/ssd,/disk"))))
        .isEmpty();
  }

  @Test
  void theTierIsDecidedOnce() {
    FrameworkSpec both =
        athanor(
            "embedded", StorageConfiguration.CONFIG_1, Map.of("athanor.intermediate.tier", "any"));
    assertThatThrownBy(() -> standard().framework(both))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "settings: athanor.intermediate.tier: is decided by storage; remove one of the two");
  }
}
