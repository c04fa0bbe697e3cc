// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.athanor.bench.catalogue.CatalogueWriter;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.file.ExperimentFile;
import org.athanor.bench.monitor.MonitoredTrial;
import org.athanor.bench.monitor.NodeMonitors;
import org.athanor.bench.monitor.OwnMonitorSpec;
import org.athanor.cluster.Command;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.Nodes;
import org.athanor.profile.Catalogue;
import org.athanor.profile.CatalogueLocation;
import org.athanor.profile.RunFilter;
import org.athanor.profile.run.Amount;
import org.athanor.profile.run.Resource;
import org.athanor.profile.run.Run;
import org.athanor.report.ReportWriter;
import org.athanor.results.Metric;
import org.athanor.results.MonitorInfo;
import org.athanor.results.NodeUse;
import org.athanor.results.Reading;
import org.athanor.results.Results;
import org.athanor.results.ResultsFile;
import org.athanor.results.SampleTable;
import org.athanor.results.Total;
import org.athanor.results.TrialResult;
import org.athanor.results.Trials;
import org.athanor.results.Unit;
import org.athanor.testkit.PageExample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the monitor of docs/monitors.md, "A monitor of your own", and follows what it declares. */
class OwnMonitorTest {
  private static final Path PAGE = Path.of("../docs/monitors.md");
  private static final String ID = "own_switches_count";

  @TempDir Path directory;
  private final Node node = Nodes.localhost();
  private final String id = "own-" + ProcessHandle.current().pid() + "-" + hashCode();
  private final Mark agents = new Mark(id + "-agents");
  private final Mark mark = new Mark(id);

  private record Measured(NodeUse use, List<MonitorInfo> declared, Map<String, String> missing) {}

  private Measured measure(OwnMonitorSpec... own) throws Exception {
    NodeMonitors.Settings settings =
        new NodeMonitors.Settings(
            Set.of(),
            List.of(),
            Duration.ofMillis(200),
            directory.resolve("node").toString(),
            List.of(own));
    try (NodeMonitors monitors = NodeMonitors.start(List.of(node), agents, settings)) {
      NodeUse use;
      try (MonitoredTrial trial =
          monitors.begin(List.of(node), Set.of(mark), directory, directory.resolve("trials/x"))) {
        node.run(mark, Command.of("sleep", "0.5"), Duration.ofMinutes(1));
        use = trial.end().get(0);
      }
      return new Measured(use, monitors.declared(), monitors.unavailable(node.name()));
    }
  }

  @Test
  void whatTheMonitorOfThePageDeclaresIsInResultsReportAndCatalogue() throws Exception {
    Path jar =
        PageExample.compile(PAGE, "A monitor of your own", directory)
            .jar(directory.resolve("switches.jar"));
    Measured measured = measure(new OwnMonitorSpec("switches", "example.SwitchMonitor", jar));
    assertThat(measured.missing()).doesNotContainKey("switches");
    Total total = measured.declared().get(0).keys().get(0);
    Reading.Value switches = (Reading.Value) measured.use().totals().get(total);
    assertThat(switches.unit()).isEqualTo(Unit.COUNT);
    assertThat(switches.amount()).isGreaterThan(10);
    Metric rate = measured.declared().get(0).samples().get(0).metric();
    SampleTable samples = SampleTable.read(directory.resolve(measured.use().samples()));
    assertThat(samples.values(rate).orElseThrow()[0]).isPositive();

    NodeMeasures measures = NodeMeasures.of(experiment(), List.of(), measured.declared());
    TrialResult trial =
        Trials.trial("hadoop", "sort", 1, 1, 0.5).toBuilder()
            .nodes(List.of(measured.use()))
            .measures(measures.readings(List.of(measured.use())))
            .build();
    Results results =
        Trials.results("own", "3.5.0", List.of(trial)).toBuilder()
            .measures(measures.declarations())
            .monitors(measured.declared())
            .build();
    ResultsFile.write(results, directory);
    Results read = ResultsFile.read(directory);
    assertThat(read).isEqualTo(results);
    assertThat(read.schema()).isEqualTo(3);
    assertThat(read.trials().get(0).measures()).containsEntry(ID, switches);

    String page =
        Files.readString(ReportWriter.write(List.of(directory), directory.resolve("out")));
    assertThat(page).contains("Context switches", "own_switches_operations_per_second");
    assertThat(directory.resolve("out/data/totals.csv")).content().contains("," + ID);
    assertThat(directory.resolve("out/figures/" + ID.replace('_', '-') + "-1n.svg")).exists();

    CatalogueLocation location = CatalogueLocation.of(directory.resolve("profile.db"));
    assertThat(new CatalogueWriter(location).write(read)).isEmpty();
    List<Run> runs = new ArrayList<>();
    try (Catalogue catalogue = Catalogue.open(location)) {
      catalogue.forEachRun(RunFilter.ALL, runs::add);
    }
    assertThat(runs.get(0).total(Resource.of(ID + "_count")))
        .isEqualTo(Amount.of(switches.amount()));
  }

  /** Else the catalogue would refuse the trials of a long run. */
  @Test
  void theCatalogueTakesTheLongestNames() {
    String longest = MonitorInfo.id("m".repeat(32), "n".repeat(40));
    for (Unit unit : Unit.values()) {
      String id = longest + "_" + unit.name().toLowerCase(Locale.ROOT);
      assertThat(Resource.of(id).id()).isEqualTo(id);
    }
  }

  @Test
  void aMonitorThatDoesNotWorkIsUnavailableAndTheOthersAreNot() throws Exception {
    Path jar =
        PageExample.compile(PAGE, "A monitor of your own", directory)
            .jar(directory.resolve("switches.jar"));
    Measured measured =
        measure(
            new OwnMonitorSpec("absent", "example.NoSuch", jar),
            new OwnMonitorSpec("wrong", "java.lang.Object", jar),
            new OwnMonitorSpec("good", "example.SwitchMonitor", jar));
    assertThat(measured.missing())
        .containsEntry("absent", "class example.NoSuch: is not in the jar")
        .containsEntry(
            "wrong", "class java.lang.Object: must implement org.athanor.agent.OwnMonitor");
    assertThat(measured.declared()).extracting(MonitorInfo::id).containsExactly("good");
    assertThat(measured.use().totals().get(Total.CPU_OWN)).isInstanceOf(Reading.Value.class);
  }

  private Experiment experiment() {
    String text = "frameworks: [alpha]\nworkloads: [count]\n";
    return ExperimentFile.parse(
            Path.of("e.yaml"),
            text.getBytes(UTF_8),
            new ScriptedFacilities(directory, event -> {}).vocabulary())
        .experiment()
        .orElseThrow();
  }
}
