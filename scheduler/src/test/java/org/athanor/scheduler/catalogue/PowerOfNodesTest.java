// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import org.athanor.profile.Catalogue;
import org.athanor.profile.CatalogueLocation;
import org.athanor.profile.run.Amount;
import org.athanor.profile.run.NodeKind;
import org.athanor.profile.run.NodeUse;
import org.athanor.profile.run.Resource;
import org.athanor.profile.run.Run;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From {@link MeteredRuns}. */
class PowerOfNodesTest {
  private static final double SECONDS = MeteredRuns.SECONDS;
  private static final NodeKind NODE = kind("Epyc", 8);

  private final List<Run> runs = new ArrayList<>();

  private static NodeKind kind(String cpu, int processors) {
    return MeteredRuns.kind(cpu, processors);
  }

  private static Cluster cluster(String name) {
    return new Cluster(
        name,
        new Kind.Local(),
        new Cluster.Limits(OptionalDouble.empty(), OptionalLong.empty()),
        new Cluster.Traits(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            Optional.empty(),
            Optional.empty()));
  }

  private static Map<Resource, Amount> used(double use) {
    return MeteredRuns.used(use);
  }

  private void ran(NodeKind kind, String cluster, OptionalDouble quota, Map<Resource, Amount> use) {
    runs.add(MeteredRuns.run(runs.size(), kind, cluster, quota, use));
  }

  private void ran(double... uses) {
    for (double use : uses) {
      ran(NODE, "lab", OptionalDouble.empty(), used(use));
    }
  }

  private MeasuredPower found() {
    PowerOfNodes power = new PowerOfNodes(List.of(cluster("lab"), cluster("other")));
    runs.forEach(power::add);
    return power.found().get("lab");
  }

  private static String reason(MeasuredPower power) {
    return ((MeasuredPower.Unknown) power).reason();
  }

  /** 45 W and 155 W; ids are the runs', the newest first. */
  @Test
  void findsIdleAndBusyPowerFromPartlyBusyNodes() {
    ran(0.2, 0.5, 0.4);
    MeasuredPower.Known power = (MeasuredPower.Known) found();
    assertThat(power.power().idleWatts()).isCloseTo(45, within(1e-9));
    assertThat(power.power().maxWatts()).isCloseTo(155, within(1e-9));
    assertThat(power.memory()).isTrue();
    assertThat(power.medianError()).isCloseTo(0, within(1e-9));
    assertThat(power.uses().least()).isCloseTo(0.2, within(1e-9));
    assertThat(power.uses().most()).isCloseTo(0.5, within(1e-9));
    assertThat(power.runs()).containsExactly(runs.get(2).id(), runs.get(1).id(), runs.get(0).id());
    assertThat(power.source())
        .isEqualTo(
            "3 runs of the catalogue (%s, %s, %s) for packages and memory, on nodes 20 to 50 %% busy,"
                + " 0 %% off in the median",
            runs.get(2).id().substring(0, 8),
            runs.get(1).id().substring(0, 8),
            runs.get(0).id().substring(0, 8));
  }

  @Test
  void findsThemNearlyDespiteNoiseAndAFewWrongMeters() {
    Random random = new Random(7);
    for (int i = 0; i < 60; i++) {
      double use = 0.05 + 0.9 * random.nextDouble();
      Map<Resource, Amount> amounts = used(use);
      double error = 1 + 0.04 * (2 * random.nextDouble() - 1);
      double joules = i % 10 == 0 ? 1e6 : SECONDS * (40 + 100 * use) * error;
      amounts.put(Resource.ENERGY_PACKAGE_JOULES, Amount.of(joules));
      ran(NODE, "lab", OptionalDouble.empty(), amounts);
    }
    MeasuredPower.Known power = (MeasuredPower.Known) found();
    assertThat(power.power().idleWatts()).isCloseTo(45, within(4.0));
    assertThat(power.power().maxWatts()).isCloseTo(155, within(6.0));
    assertThat(power.source()).contains("60 runs of the catalogue (").contains(" and 50 more)");
  }

  /** With the memory of some runs only, that of none counts. */
  @Test
  void leavesTheMemoryOutIfSomeRunsHaveNone() {
    ran(0.2, 0.5);
    Map<Resource, Amount> without = used(0.8);
    without.remove(Resource.ENERGY_DRAM_JOULES);
    ran(NODE, "lab", OptionalDouble.empty(), without);
    MeasuredPower.Known power = (MeasuredPower.Known) found();
    assertThat(power.power().idleWatts()).isCloseTo(40, within(1e-9));
    assertThat(power.power().maxWatts()).isCloseTo(140, within(1e-9));
    assertThat(power.source()).contains(" for packages, ");
  }

  @Test
  void saysWhyThereIsNone() {
    assertThat(reason(found())).isEqualTo("no run of the catalogue there measured energy");
    ran(0.2, 0.5);
    assertThat(reason(found()))
        .isEqualTo("only 2 of the catalogue's runs there measured energy, and 3 are needed");
    runs.clear();
    ran(0.4, 0.5, 0.55);
    assertThat(reason(found()))
        .isEqualTo(
            "the catalogue's runs there kept 40 to 55 % of the processors busy, too much alike to"
                + " tell idle from busy nodes");
    runs.clear();
    for (double use : new double[] {0.1, 0.5, 0.9}) {
      Map<Resource, Amount> odd = used(use);
      odd.put(Resource.ENERGY_PACKAGE_JOULES, Amount.of(SECONDS * (200 - 100 * use)));
      ran(NODE, "lab", OptionalDouble.empty(), odd);
    }
    assertThat(reason(found())).contains("does not grow with the use of processors");
  }

  /** The line's end at 0 would be far from all that was seen. */
  @Test
  void refusesToGuessWhatIdleNodesNeed() {
    ran(0.5, 0.75, 1);
    assertThat(reason(found()))
        .isEqualTo(
            "the catalogue's runs there kept the processors of each node 50 % busy at least, and"
                + " what idle nodes need can be told from 25 % at most");
    ran(0.2);
    assertThat(found()).isInstanceOf(MeasuredPower.Known.class);
  }

  /** Half of the nodes need twice as much as the others, whatever they do. */
  @Test
  void refusesALineThatIsFarFromWhatWasMeasured() {
    for (int i = 0; i < 40; i++) {
      double use = i / 40.0;
      Map<Resource, Amount> amounts = used(use);
      double watts = (40 + 100 * use) * (i % 2 == 0 ? 1 : 2);
      amounts.put(Resource.ENERGY_PACKAGE_JOULES, Amount.of(SECONDS * watts));
      ran(NODE, "lab", OptionalDouble.empty(), amounts);
    }
    assertThat(reason(found()))
        .matches(
            "what the catalogue's runs there measured is [2-5]\\d % off the best line in the"
                + " median, and 10 % is the most that is used");
  }

  private void ranOn(NodeKind first, double use, NodeKind second, double other) {
    runs.add(
        MeteredRuns.run(
            runs.size(),
            List.of(new NodeUse("n1", first, used(use)), new NodeUse("n2", second, used(other))),
            "lab",
            OptionalDouble.empty()));
  }

  /** A master that does little, and a worker: each run is half busy. */
  @Test
  void runsMustDifferNotOnlyTheirNodes() {
    for (int i = 0; i < 3; i++) {
      ranOn(NODE, 0.1, NODE, 0.9);
    }
    assertThat(reason(found())).contains("kept 50 to 50 % of the processors busy");
    ranOn(NODE, 0.1, NODE, 0.3);
    MeasuredPower.Known power = (MeasuredPower.Known) found();
    assertThat(power.power().idleWatts()).isCloseTo(45, within(1e-9));
    assertThat(power.uses().most()).isCloseTo(0.9, within(1e-9));
    assertThat(power.runs()).hasSize(4);
  }

  @Test
  void refusesOnePowerForUnlikeNodes() {
    for (double use : new double[] {0.1, 0.5, 0.9}) {
      ranOn(NODE, use, kind("Xeon", 8), use);
    }
    assertThat(reason(found()))
        .isEqualTo(
            "the nodes of the catalogue's newest run there are of 2 kinds, and one power for all"
                + " would be that of none");
  }

  /**
   * Of other clusters, with quotas, with more CPU time than there are processors, without meters.
   */
  @Test
  void leavesOutWhatSaysNothing() {
    ran(NODE, "elsewhere", OptionalDouble.empty(), used(0.3));
    ran(NODE, "other", OptionalDouble.empty(), used(0.3));
    ran(NODE, "lab", OptionalDouble.of(2.5), used(0.3));
    ran(kind("Epyc", 2), "lab", OptionalDouble.empty(), used(0.3));
    Map<Resource, Amount> unknown = used(0.3);
    unknown.put(Resource.ENERGY_PACKAGE_JOULES, Amount.unknown("no powercap"));
    ran(NODE, "lab", OptionalDouble.empty(), unknown);
    Map<Resource, Amount> nothing = used(0.3);
    nothing.put(Resource.ENERGY_PACKAGE_JOULES, Amount.of(0));
    ran(NODE, "lab", OptionalDouble.empty(), nothing);
    assertThat(reason(found())).isEqualTo("no run of the catalogue there measured energy");
  }

  @Test
  void forgetsHardwareThatWasExchanged() {
    ran(0.1, 0.5, 0.9);
    ran(kind("Xeon", 8), "lab", OptionalDouble.empty(), used(0.5));
    assertThat(reason(found())).startsWith("only 1 of the catalogue's runs");
  }

  @Test
  void looksAtTheNewestOnly() {
    for (int i = 0; i < PowerOfNodes.MOST_POINTS + 50; i++) {
      ran((i % 10) / 10.0);
    }
    MeasuredPower.Known power = (MeasuredPower.Known) found();
    assertThat(power.runs()).hasSize(PowerOfNodes.MOST_POINTS);
    assertThat(power.runs().get(0)).isEqualTo(runs.get(runs.size() - 1).id());
  }

  @Test
  void isReadTogetherWithTheRuns(@TempDir Path directory) throws Exception {
    CatalogueLocation location = CatalogueLocation.of(directory.resolve("profile.db"));
    ran(0.2, 0.5, 0.4);
    try (Catalogue catalogue = Catalogue.open(location)) {
      for (Run run : runs) {
        catalogue.add(run);
      }
      Learned learned = MeasuredRuns.learned(catalogue, 2, List.of(cluster("lab")));
      assertThat(learned.runs()).hasSize(2);
      assertThat(learned.powers()).containsOnlyKeys("lab");
      assertThat(((MeasuredPower.Known) learned.powers().get("lab")).runs()).hasSize(3);
    }
  }
}
