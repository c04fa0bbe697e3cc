// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.athanor.results.Better;
import org.athanor.results.MeasureInfo;
import org.athanor.results.NodeUse;
import org.athanor.results.Outcome;
import org.athanor.results.Reading;
import org.athanor.results.Results;
import org.athanor.results.Study;
import org.athanor.results.Total;
import org.athanor.results.TrialResult;
import org.athanor.results.Trials;
import org.athanor.results.Unit;
import org.junit.jupiter.api.Test;

class SummaryTest {

  /**
   * 100 MB in 10 s on 2 nodes: 10 MB/s, 5 MB/s per node; 2 CPU seconds per second and node: 40 s;
   * 10 W on each: 200 J, 20 W; 200 J × (10 s)² = 20,000 J·s²; 10 MB/s by 20 W = 0.5 MB/s/W.
   */
  @Test
  void derivesQuantitiesFromATrial() {
    Summary summary = Summary.of(Trials.study(Trials.trial("spark", "grep", 2, 1, 10)));
    Group group = summary.groups().get(0);

    assertThat(median(group, Quantity.TIME)).isEqualTo(10);
    assertThat(median(group, Quantity.THROUGHPUT)).isEqualTo(10e6);
    assertThat(median(group, Quantity.THROUGHPUT_PER_NODE)).isEqualTo(5e6);
    assertThat(median(group, Quantity.CPU_SECONDS)).isEqualTo(40);
    assertThat(median(group, Quantity.ENERGY)).isEqualTo(200);
    assertThat(median(group, Quantity.POWER)).isEqualTo(20);
    assertThat(median(group, Quantity.ED2P)).isEqualTo(20_000);
    assertThat(median(group, Quantity.PERFORMANCE_PER_WATT)).isEqualTo(.5e6);
    assertThat(median(group, Quantity.IPC)).isEqualTo(1.25);
    assertThat(Quantity.PERFORMANCE_PER_WATT.text(.5e6)).isEqualTo("500 kB/s/W");
  }

  @Test
  void saysWhyAQuantityIsUnavailable() {
    Group group = Summary.of(Trials.study(Trials.trial("spark", "grep", 1, 1, 10))).groups().get(0);

    assertThat(group.sample(Quantity.L3_MISSES)).isEmpty();
    assertThat(group.unavailable(Quantity.L3_MISSES)).contains("n1: l3_misses was not measured");
    assertThat(group.unavailable(Quantity.TIME)).isEmpty();
  }

  /** 10 of 100 and 90 of 300 missed: together 100 of 400. The mean of both ratios would be 0.2. */
  @Test
  void ratiosOfEventsAreOfSums() {
    Group group = group(node("n1", 100, 10, .1), node("n2", 300, 90, .3));

    assertThat(median(group, Quantity.BRANCH_MISSES)).isEqualTo(.25);
  }

  /** As in results of schema 1. */
  @Test
  void usesTheRatioOfASingleNodeIfThereAreNoCounts() {
    NodeUse one = new NodeUse("n1", Map.of(Total.BRANCH_MISSES, Reading.of(.1, Unit.RATIO)), "s");
    NodeUse two = new NodeUse("n2", Map.of(Total.BRANCH_MISSES, Reading.of(.3, Unit.RATIO)), "s");

    assertThat(median(group(one), Quantity.BRANCH_MISSES)).isEqualTo(.1);
    assertThat(group(one, two).sample(Quantity.BRANCH_MISSES)).isEmpty();
    assertThat(group(one, two).unavailable(Quantity.BRANCH_MISSES))
        .contains("n1: branches_missed was not measured");
  }

  @Test
  void writingAndReadingAreSeparateQuantities() {
    TrialResult trial = Trials.trial("hadoop", "dfsio", 1, 1, 10);
    TrialResult measured =
        trial.toBuilder()
            .wallSeconds(10)
            .measures(
                Map.of(
                    "write_throughput", Reading.of(5e7, Unit.BYTES_PER_SECOND),
                    "read_throughput", Reading.of(2e8, Unit.BYTES_PER_SECOND)))
            .build();
    Group group = Summary.of(Trials.study(measured)).groups().get(0);

    Quantity write = declared("write_throughput", Unit.BYTES_PER_SECOND);
    assertThat(median(group, write)).isEqualTo(5e7);
    assertThat(write.text(5e7)).isEqualTo("50.0 MB/s");
    Quantity unknown = declared("read_time", Unit.SECONDS);
    assertThat(group.unavailable(unknown)).contains("the trial does not have it");
  }

  /** 100 J in 10 s without memory, 100 J + 20 J with it: only the packages can be compared. */
  @Test
  void energiesWithAndWithoutMemoryAreNotCompared() {
    TrialResult without = withNodes(Trials.trial("hadoop", "grep", 1, 1, 10), energy(100, false));
    TrialResult with = withNodes(Trials.trial("spark", "grep", 1, 1, 10), energy(100, true));

    Summary mixed = Summary.of(Trials.study(without, with));
    assertThat(mixed.memoryEnergy()).isFalse();
    for (Group group : mixed.groups()) {
      assertThat(median(group, Quantity.ENERGY)).isEqualTo(100);
      assertThat(median(group, Quantity.ED2P)).isEqualTo(10_000);
    }

    Summary all = Summary.of(Trials.study(with));
    assertThat(all.memoryEnergy()).isTrue();
    assertThat(median(all.groups().get(0), Quantity.ENERGY)).isEqualTo(120);
  }

  private static NodeUse energy(double packages, boolean memory) {
    return new NodeUse(
        "n1",
        Map.of(
            Total.ENERGY_PACKAGE,
            Reading.of(packages, Unit.JOULES),
            Total.ENERGY_DRAM,
            memory ? Reading.of(20, Unit.JOULES) : Reading.unavailable("no counter")),
        "s");
  }

  private static NodeUse node(String name, double branches, double missed, double ratio) {
    return new NodeUse(
        name,
        Map.of(
            Total.BRANCHES, Reading.of(branches, Unit.COUNT),
            Total.BRANCHES_MISSED, Reading.of(missed, Unit.COUNT),
            Total.BRANCH_MISSES, Reading.of(ratio, Unit.RATIO)),
        "s");
  }

  private static Group group(NodeUse... nodes) {
    TrialResult trial = withNodes(Trials.trial("spark", "grep", nodes.length, 1, 10), nodes);
    return Summary.of(Trials.study(trial)).groups().get(0);
  }

  private static TrialResult withNodes(TrialResult trial, NodeUse... nodes) {
    return trial.toBuilder().nodes(List.of(nodes)).build();
  }

  @Test
  void countsNeitherFailuresNorWarmUps() {
    TrialResult wrong =
        Trials.with(Trials.trial("spark", "grep", 1, 2, .1), Outcome.WRONG_OUTPUT, "empty");
    Summary summary =
        Summary.of(
            Trials.study(
                Trials.trial("spark", "grep", 1, 0, 99),
                Trials.trial("spark", "grep", 1, 1, 10),
                wrong));
    Group group = summary.groups().get(0);

    assertThat(group.sample(Quantity.TIME).orElseThrow().values()).containsExactly(10);
    assertThat(group.failures()).isEqualTo(1);
    assertThat(group.others()).hasSize(2);
  }

  @Test
  void neverRanksAFastTrialWithAWrongOutput() {
    List<TrialResult> trials = new ArrayList<>(Trials.repeated("hadoop", "grep", 1, 10, 11, 12));
    for (TrialResult trial : Trials.repeated("cheat", "grep", 1, .1, .1, .1)) {
      trials.add(Trials.with(trial, Outcome.WRONG_OUTPUT, "empty"));
    }
    Ranking ranking = Summary.of(Trials.study(trials)).rankings().get(0);

    assertThat(ranking.first().orElseThrow().framework()).isEqualTo("hadoop");
    assertThat(ranking.caveats())
        .containsExactly(
            "no other framework has a verified trial",
            "cheat: all 3 trials failed",
            "a framework has only 3 repetitions");
  }

  @Test
  void namesAWinnerOnlyWithItsCaveats() {
    List<TrialResult> trials = new ArrayList<>(Trials.repeated("a", "grep", 1, 10, 11, 12, 13, 14));
    trials.addAll(Trials.repeated("b", "grep", 1, 10.1, 11.1, 12.1, 13.1, 14.1));
    Ranking close = Summary.of(Trials.study(trials)).rankings().get(0);

    assertThat(close.first().orElseThrow().framework()).isEqualTo("a");
    assertThat(close.clear()).isFalse();
    assertThat(close.caveats()).containsExactly("no difference to b is shown");

    List<TrialResult> far = new ArrayList<>(Trials.repeated("a", "grep", 1, 10, 11, 12, 13, 14));
    far.addAll(Trials.repeated("b", "grep", 1, 20, 21, 22, 23, 24));
    assertThat(Summary.of(Trials.study(far)).rankings().get(0).clear()).isTrue();
    assertThat(Summary.of(Trials.study(far)).rankings().get(0).caveats()).isEmpty();
  }

  /** 40 s on 1 node, 10 s on 2, 8 s on 4: efficiencies are 4 / 2 = 2 and 5 / 4 = 1.25. */
  @Test
  void relatesTimesToTheFewestNodes() {
    Summary summary =
        Summary.of(
            Trials.study(
                Trials.trial("a", "sort", 4, 1, 8),
                Trials.trial("a", "sort", 1, 1, 40),
                Trials.trial("a", "sort", 2, 1, 10)));

    Scalability scalability = Scalability.of(summary).get(0);

    assertThat(scalability.points()).extracting(Scalability.Point::nodes).containsExactly(1, 2, 4);
    assertThat(scalability.points().get(0).speedUp()).isEmpty();
    assertThat(scalability.points().get(1).efficiency()).isCloseTo(2, within(1e-12));
    assertThat(scalability.points().get(2).efficiency()).isCloseTo(1.25, within(1e-12));
  }

  /**
   * The input grows with the nodes: 40 s on 1 node, 50 s on 2, 80 s on 4, so efficiencies are 40 /
   * 50 = 0.8 and 40 / 80 = 0.5; 400 MB in 80 s are 5 MB/s, or 1.25 MB/s per node.
   */
  @Test
  void relatesTimesOfGrowingInputsToTheSameTime() {
    List<TrialResult> trials =
        List.of(
            Trials.trial("a", "sort", 1, 1, 40),
            Trials.trial("a", "sort", 2, 1, 50),
            Trials.trial("a", "sort", 4, 1, 80));
    Results results = Trials.weak(Trials.results("weak", "1", trials));
    Summary summary = Summary.of(Study.of(List.of(new Study.Source(Path.of("/results"), results))));

    Scalability scalability = Scalability.of(summary).get(0);

    assertThat(scalability.weak()).isTrue();
    assertThat(scalability.points())
        .extracting(Scalability.Point::efficiency)
        .element(0)
        .isEqualTo(1d);
    assertThat(scalability.points().get(1).efficiency()).isCloseTo(.8, within(1e-12));
    assertThat(scalability.points().get(2).efficiency()).isCloseTo(.5, within(1e-12));
    Group four = summary.group("a", "sort", 4).orElseThrow();
    assertThat(median(four, Quantity.THROUGHPUT)).isEqualTo(4e8 / 80);
    assertThat(median(four, Quantity.THROUGHPUT_PER_NODE)).isEqualTo(1e8 / 80);
  }

  /** Each of three nodes uses 20 CPU seconds and 100 J in 10 s; the first is the master only. */
  @Test
  void leavesADedicatedMasterOutOfSumsAndMeans() {
    TrialResult all = Trials.trial("a", "sort", 3, 1, 10);
    Group shared = Summary.of(Trials.study(all)).groups().get(0);
    Group dedicated = Summary.of(Trials.study(Trials.withMaster(all, "n1"))).groups().get(0);

    assertThat(median(shared, Quantity.CPU_SECONDS)).isEqualTo(60);
    assertThat(median(dedicated, Quantity.CPU_SECONDS)).isEqualTo(40);
    assertThat(median(dedicated, Quantity.ENERGY)).isEqualTo(200);
    assertThat(median(dedicated, Quantity.POWER)).isEqualTo(20);
    assertThat(dedicated.betweenNodes(Total.CPU_OWN).orElseThrow().size()).isEqualTo(2);
  }

  /** CPU time is 2 s per second on each node, so nodes do not differ: medians 24 and 24. */
  @Test
  void comparesNodesByTheirMedians() {
    Group group =
        Summary.of(Trials.study(Trials.repeated("a", "sort", 2, 10, 12, 99))).groups().get(0);

    assertThat(group.betweenNodes(Total.CPU_OWN).orElseThrow().values()).containsExactly(24, 24);
    assertThat(group.betweenNodes(Total.ENERGY_DRAM)).isEmpty();
    assertThat(group.typical().orElseThrow().wallSeconds()).isEqualTo(12);
  }

  private static Quantity declared(String id, Unit unit) {
    return Quantity.of(MeasureInfo.result(id, id, unit, Better.LESS, "a test"));
  }

  private static double median(Group group, Quantity quantity) {
    return group.sample(quantity).orElseThrow().median();
  }
}
