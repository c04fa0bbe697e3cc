// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.file.ExperimentFile;
import org.athanor.results.MeasureInfo;
import org.athanor.results.NodePower;
import org.athanor.results.NodePower.State;
import org.athanor.results.NodeUse;
import org.athanor.results.Reading;
import org.athanor.results.Results.NodeInfo;
import org.athanor.results.Total;
import org.athanor.results.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeMeasuresTest {
  @TempDir Path directory;

  private Experiment experiment(String rest) {
    String text = "frameworks: [alpha]\nworkloads: [count]\nnodes: [a, b]\nsizes: 1\n" + rest;
    return ExperimentFile.parse(
            Path.of("e.yaml"),
            text.getBytes(StandardCharsets.UTF_8),
            new ScriptedFacilities(directory, event -> {}).vocabulary())
        .experiment()
        .orElseThrow();
  }

  private static NodeInfo node(String name, String... unavailable) {
    Map<String, String> reasons = new java.util.TreeMap<>();
    for (String monitor : unavailable) {
      reasons.put(monitor, "is not there");
    }
    return new NodeInfo(name, null, reasons);
  }

  private static NodeUse use(String name, double written, double writes) {
    return new NodeUse(
        name,
        Map.of(
            Total.LUSTRE_WRITTEN, Reading.of(written, Unit.BYTES),
            Total.LUSTRE_WRITES, Reading.of(writes, Unit.COUNT),
            Total.LUSTRE_READ, Reading.of(0, Unit.BYTES),
            Total.LUSTRE_READS, Reading.of(0, Unit.COUNT)),
        "s");
  }

  private static NodePower power(double joules) {
    return new NodePower(
        "file",
        "wall",
        State.MEASURED,
        Optional.empty(),
        Reading.of(joules, Unit.JOULES),
        Reading.of(joules / 10, Unit.WATTS),
        5,
        0,
        Optional.empty());
  }

  private static List<String> ids(NodeMeasures measures) {
    return measures.declarations().stream().map(MeasureInfo::id).toList();
  }

  /** 100 B by 1 request and 300 B by 9: 40 B each, not the mean of 100 and 33. */
  @Test
  void meanRequestsAreRatiosOfSums() {
    NodeMeasures measures =
        NodeMeasures.of(
            experiment(""), List.of(node("a", "nfs", "disk"), node("b", "nfs", "disk")), List.of());
    assertThat(ids(measures))
        .containsExactly(
            "lustre_read",
            "lustre_reads",
            "lustre_reads_mean",
            "lustre_written",
            "lustre_writes",
            "lustre_writes_mean",
            "lustre_metadata");
    assertThat(measures.readings(List.of(use("a", 100, 1), use("b", 300, 9))))
        .containsEntry("lustre_written", Reading.of(400, Unit.BYTES))
        .containsEntry("lustre_writes_mean", Reading.of(40, Unit.BYTES))
        .containsEntry("lustre_reads_mean", Reading.unavailable("there were no reads"))
        .containsEntry("lustre_metadata", Reading.unavailable("a: was not measured"));
  }

  @Test
  void sumsTheEnergyOfNodesOnlyIfAllHaveIt() {
    NodeMeasures measures =
        NodeMeasures.of(
            experiment("power: {file: '{node}.csv'}\nevents: [a.b, a-b]\n"),
            List.of(node("a", "disk", "lustre", "nfs")),
            List.of());
    assertThat(ids(measures))
        .containsExactly("node_energy", "node_power", "event_a_b", "event_a_b_2");
    NodeUse one =
        use("a", 0, 0).withPower(power(100)).withEvents(Map.of("a-b", Reading.of(3, Unit.COUNT)));
    NodeUse two =
        use("b", 0, 0).withPower(power(300)).withEvents(Map.of("a-b", Reading.of(4, Unit.COUNT)));
    assertThat(measures.readings(List.of(one, two)))
        .containsEntry("node_energy", Reading.of(400, Unit.JOULES))
        .containsEntry("node_power", Reading.of(40, Unit.WATTS))
        .containsEntry("event_a_b_2", Reading.of(7, Unit.COUNT))
        .containsEntry("event_a_b", Reading.unavailable("a: was not measured"));
    NodeUse dead = use("b", 0, 0).withPower(NodePower.unavailable("file", "wall", "m is gone"));
    assertThat(measures.readings(List.of(one, dead)))
        .containsEntry("node_energy", Reading.unavailable("b: m is gone"));
  }
}
