// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.athanor.report.figure.GroupPower.NodeBox;
import org.athanor.report.figure.GroupPower.Step;
import org.athanor.report.statistics.Box;
import org.athanor.report.statistics.Summary;
import org.athanor.results.NodeUse;
import org.athanor.results.Reading;
import org.athanor.results.Total;
import org.athanor.results.TrialKey;
import org.athanor.results.TrialResult;
import org.athanor.results.Trials;
import org.athanor.results.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupPowerTest {

  private static final String HEADING = "seconds,power_package\n";
  private static final String WITH_MEMORY = "seconds,power_package,power_dram\n";

  @TempDir Path directory;

  private final List<TrialResult> trials = new ArrayList<>();

  /** A trial on a master, which does not work, and as many workers as there are tables. */
  private void trial(double seconds, String master, String... workers) throws IOException {
    List<NodeUse> uses = new ArrayList<>();
    int repetition = trials.size() + 1;
    uses.add(use(repetition, "n0", master).withRole(Optional.of("master")));
    for (int i = 0; i < workers.length; i++) {
      uses.add(use(repetition, "n" + (i + 1), workers[i]));
    }
    trials.add(
        TrialResult.builder(new TrialKey("spark", "grep", workers.length, repetition), "x")
            .wallSeconds(seconds)
            .nodes(uses)
            .build());
  }

  private NodeUse use(int repetition, String node, String table) throws IOException {
    Path file = Files.writeString(directory.resolve(node + "-" + repetition + ".csv"), table);
    Map<Total, Reading> totals = new TreeMap<>();
    if (table.contains("power_package")) {
      totals.put(Total.ENERGY_PACKAGE, Reading.of(1, Unit.JOULES));
    }
    if (table.contains("power_dram")) {
      totals.put(Total.ENERGY_DRAM, Reading.of(1, Unit.JOULES));
    }
    return new NodeUse(node, totals, file.toString());
  }

  private GroupPower power() throws IOException {
    Summary summary = Summary.of(Trials.study(trials));
    GroupPower.Collector collector =
        new GroupPower.Collector(summary.groups().get(0), summary.memoryPower());
    for (TrialResult trial : trials) {
      collector.add(TrialSamples.read(trial, Track.of(true, true, false, List.of())));
    }
    return collector.power();
  }

  @Test
  void aNodeHasABoxOfAllSamplesOfAllRepetitions() throws IOException {
    trial(2, HEADING + "1,10\n2,20\n", HEADING + "1,100\n2,200\n");
    trial(2, HEADING + "1,10\n2,20\n", HEADING + "1,300\n2,\n");

    assertThat(power().boxes())
        .isEqualTo(
            Map.of(
                PowerSource.PROCESSORS,
                List.of(
                    new NodeBox("n0 (master)", new Box(10, 10, 15, 20, 20, List.of()), 4),
                    new NodeBox("n1", new Box(100, 150, 200, 250, 300, List.of()), 3))));
  }

  /**
   * Workers at 100 W and 200 W: 150 W. The second trial has 50 W until its end after 4 s; so all of
   * the first 4 s have (150 + 50) / 2 W, and the second half of the line has one of two trials.
   */
  @Test
  void aLineIsTheMeanOfTheWorkersAndOfTheTrialsThatStillRun() throws IOException {
    String idle = HEADING + "8,1\n";
    trial(8, idle, HEADING + "8,100\n", HEADING + "8,200\n");
    trial(4, idle, HEADING + "4,50\n", HEADING + "4,50\n");

    List<Step> line = power().lines().get(PowerSource.PROCESSORS);

    assertThat(line).hasSize(120);
    assertThat(line.get(0).seconds()).isCloseTo(8 / 240d, within(1e-9));
    assertThat(line.get(59)).extracting(Step::trials, Step::watts).containsExactly(2, 100d);
    assertThat(line.get(59)).extracting(Step::low, Step::high).containsExactly(50d, 150d);
    assertThat(line.get(60)).extracting(Step::trials, Step::watts).containsExactly(1, 150d);
  }

  @Test
  void aLineEndsWhereFewerThanHalfOfTheTrialsStillRun() throws IOException {
    String idle = HEADING + "8,1\n";
    trial(8, idle, HEADING + "8,100\n");
    trial(4, idle, HEADING + "4,100\n");
    trial(4, idle, HEADING + "4,100\n");

    assertThat(power().lines().get(PowerSource.PROCESSORS)).hasSize(60);
  }

  @Test
  void thereIsNoLineIfAWorkerOfATrialHasNoPower() throws IOException {
    trial(2, HEADING + "1,10\n2,20\n", HEADING + "1,100\n2,200\n");
    trial(2, HEADING + "1,10\n2,20\n", HEADING + "1,\n2,\n");

    GroupPower power = power();

    assertThat(power.lines()).isEmpty();
    assertThat(power.boxes().get(PowerSource.PROCESSORS)).hasSize(2);
    assertThat(power.boxes()).doesNotContainKey(PowerSource.NODES);
  }

  private Map<String, Double> medians() throws IOException {
    return power().boxes().get(PowerSource.PROCESSORS).stream()
        .collect(Collectors.toMap(NodeBox::node, node -> node.box().median()));
  }

  @Test
  void thePowerOfNodesIncludesThatOfMemoryIfAllHaveIt() throws IOException {
    trial(2, WITH_MEMORY + "2,10,1\n", WITH_MEMORY + "2,100,2\n");

    assertThat(medians()).isEqualTo(Map.of("n0 (master)", 11d, "n1", 102d));
  }

  @Test
  void aMasterWithoutMemoryHasABox() throws IOException {
    trial(2, HEADING + "2,10\n", WITH_MEMORY + "2,100,2\n");

    assertThat(medians()).isEqualTo(Map.of("n0 (master)", 10d, "n1", 100d));
  }

  /** No trial has an energy then, and no node has memory. */
  @Test
  void nodesHaveBoxesThoughOneWorkerHasNoPower() throws IOException {
    trial(2, HEADING + "2,10\n", HEADING + "2,100\n", "seconds,cpu_user\n2,50\n");

    assertThat(medians()).isEqualTo(Map.of("n0 (master)", 10d, "n1", 100d));
  }
}
