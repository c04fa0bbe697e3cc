// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.report.file.DataFiles;
import org.athanor.results.NodePower;
import org.athanor.results.NodePower.State;
import org.athanor.results.NodeUse;
import org.athanor.results.Reading;
import org.athanor.results.TrialResult;
import org.athanor.results.Trials;
import org.athanor.results.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeEnergyTest {
  @TempDir Path directory;

  private static NodeUse node(String name, NodePower power) {
    return new NodeUse(name, Map.of(), "s").withPower(power);
  }

  private static NodePower energy(double joules, State state, String reason) {
    return new NodePower(
        "redfish",
        "whole node",
        state,
        Optional.ofNullable(reason),
        Reading.of(joules, Unit.JOULES),
        Reading.of(joules / 10, Unit.WATTS),
        10,
        state == State.MEASURED ? 0 : 2.5,
        Optional.of("p.csv"));
  }

  private static TrialResult trial(int repetition, NodeUse... nodes) {
    TrialResult trial = Trials.trial("spark", "grep", nodes.length, repetition, 10);
    return trial.toBuilder().nodes(List.of(nodes)).build();
  }

  private static Summary summary() {
    return Summary.of(
        Trials.study(
            trial(
                1,
                node("n1", energy(2000, State.MEASURED, null)),
                node("n2", energy(1000, State.MEASURED, null))),
            trial(
                2,
                node("n1", energy(3000, State.MEASURED, null)),
                node("n2", energy(2000, State.ESTIMATED, "interpolated"))),
            trial(
                3,
                node("n1", energy(9000, State.MEASURED, null)),
                node("n2", NodePower.unavailable("ipmi", "shelf", "is dead"))),
            trial(
                4,
                node("n1", energy(9000, State.MEASURED, null)),
                new NodeUse("n2", Map.of(), "s")
                    .withEvents(Map.of("cache-misses", Reading.of(7, Unit.COUNT))))));
  }

  /** Sums of 3,000 and 5,000 J. In the other trials the energy of a node is not known. */
  @Test
  void sumsNodesAndSaysHowTheirEnergyIsKnown() {
    List<NodeEnergy> all = NodeEnergy.of(summary());
    assertThat(all).hasSize(1);
    NodeEnergy energy = all.get(0);
    assertThat(energy.joules().orElseThrow().values()).containsExactly(3000, 5000);
    assertThat(energy.watts().orElseThrow().median()).isEqualTo(400);
    assertThat(energy.domains()).containsExactly("shelf", "whole node");
    assertThat(energy.state())
        .isEqualTo(
            "1 measured, 1 estimated, 2 unavailable; 1 × interpolated; 1 × is dead; 1 × n2 has no"
                + " meter");
  }

  @Test
  void hasNothingToSayWithoutMeters() {
    Summary without = Summary.of(Trials.study(Trials.trial("spark", "grep", 1, 1, 10)));
    assertThat(NodeEnergy.of(without)).isEmpty();
  }

  @Test
  void tablesHaveEachNodesPowerAndEvents() throws Exception {
    DataFiles.write(summary(), List.of(), directory.resolve("data"));
    assertThat(Files.readAllLines(directory.resolve("data/power.csv")))
        .hasSize(8)
        .contains(
            "framework,workload,storage,nodes,repetition,attempt,counts,node,meter,domain,state,reason,"
                + "energy,power,readings,gap_seconds",
            "spark,grep,,2,2,1,True,n2,redfish,whole node,estimated,interpolated,2000,200,10,2.5",
            "spark,grep,,2,3,1,True,n2,ipmi,shelf,unavailable,is dead,,,0,0");
    assertThat(Files.readAllLines(directory.resolve("data/events.csv")))
        .containsExactly(
            "framework,workload,storage,nodes,repetition,attempt,counts,node,event,count,unavailable",
            "spark,grep,,2,4,1,True,n2,cache-misses,7,");
  }
}
