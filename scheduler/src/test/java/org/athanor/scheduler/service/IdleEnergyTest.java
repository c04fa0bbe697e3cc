// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.athanor.scheduler.catalogue.MeasuredPower;
import org.athanor.scheduler.clusters.Application;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterLoad;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.clusters.Kind;
import org.athanor.scheduler.clusters.Power;
import org.athanor.scheduler.energy.Energy;
import org.athanor.scheduler.ledger.Resources;
import org.junit.jupiter.api.Test;

class IdleEnergyTest {
  private static final Instant START = Instant.parse("2026-11-27T12:00:00Z");

  /** Clusters of three nodes. */
  private static final class Three implements ClusterSource {
    private final List<Cluster> all = new ArrayList<>();

    Three with(String name, Kind kind, double idle) {
      all.add(
          new Cluster(
              name,
              kind,
              new Cluster.Limits(OptionalDouble.empty(), OptionalLong.empty()),
              new Cluster.Traits(
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty(),
                  OptionalDouble.empty(),
                  OptionalDouble.empty(),
                  idle > 0 ? Optional.of(new Power(idle, 200)) : Optional.empty(),
                  Optional.empty())));
      return this;
    }

    @Override
    public List<Cluster> clusters() {
      return all;
    }

    @Override
    public ClusterLoad load(String cluster) {
      return new ClusterLoad.Known(
          new Resources(12, 1 << 30, 0, 0), Resources.NONE, 3, START, Optional.empty());
    }

    @Override
    public List<Application> applications(String cluster, String tag) {
      return List.of();
    }

    @Override
    public Optional<Application> application(String cluster, String id) {
      return Optional.empty();
    }
  }

  private static Kind yarn(String address, String queue, String label) {
    return new Kind.Yarn(
        Path.of("conf"),
        List.of(URI.create(address)),
        Optional.of(queue),
        Optional.of(label).filter(text -> !text.isEmpty()));
  }

  /** Two queues have the same nodes; other labels, and other ResourceManagers, are other nodes. */
  @Test
  void nodesOfSeveralClustersAreCountedOnce() {
    ClusterSource clusters =
        new Three()
            .with("unknown", yarn("http://rm:8088", "x", ""), 0)
            .with("a", yarn("http://rm:8088", "a", ""), 100)
            .with("b", yarn("http://rm:8088", "b", ""), 100)
            .with("ssd", yarn("http://rm:8088", "a", "ssd"), 50)
            .with("far", yarn("http://far:8088", "a", ""), 20)
            .with("here", new Kind.Local(), 30)
            .with("again", new Kind.Local(), 30);
    IdleEnergy idle = new IdleEnergy(clusters, NodePowers.withoutCatalogue(clusters));
    idle.look(START);
    idle.look(START.plusSeconds(10));
    Map<String, ClusterIdle> seen = idle.snapshot();
    String model = "nodes × idle power from the file of clusters";
    assertThat(seen.get("a"))
        .isEqualTo(
            new ClusterIdle(
                new NodePower.Given(new Power(100, 200)),
                OptionalDouble.of(300),
                new Energy.Estimated(3000, model)));
    assertThat(seen.get("ssd").energy()).isEqualTo(new Energy.Estimated(1500, model));
    assertThat(seen.get("far").energy()).isEqualTo(new Energy.Estimated(600, model));
    assertThat(seen.get("here").energy()).isEqualTo(new Energy.Estimated(900, model));
    assertThat(seen.get("b"))
        .isEqualTo(
            new ClusterIdle(
                new NodePower.Given(new Power(100, 200)),
                OptionalDouble.empty(),
                new Energy.Unavailable("its nodes are those of cluster a, and are counted there")));
    assertThat(seen.get("again").energy())
        .isEqualTo(
            new Energy.Unavailable("its nodes are those of cluster here, and are counted there"));
    assertThat(seen.get("unknown").energy())
        .isEqualTo(new Energy.Unavailable(NodePowers.NOT_GIVEN + ", and no catalogue is used"));
  }

  /** What was added keeps its source; from then on, what is known counts. */
  @Test
  void energySaysFromWhichPowerItIsWhenThatChanges() {
    ClusterSource clusters = new Three().with("lab", yarn("http://rm:8088", "a", ""), 0);
    NodePowers powers = NodePowers.beforeCatalogue(clusters);
    IdleEnergy idle = new IdleEnergy(clusters, powers);
    MeasuredPower.Known first = known(100, "0123456789abcdef");
    powers.learned(Map.of("lab", first));
    idle.look(START);
    idle.look(START.plusSeconds(10));
    String model = "nodes × idle power from " + first.source();
    assertThat(idle.snapshot().get("lab").energy()).isEqualTo(new Energy.Estimated(3000, model));
    powers.learned(Map.of("lab", new MeasuredPower.Unknown("its nodes are new")));
    idle.look(START.plusSeconds(20));
    ClusterIdle unknown = idle.snapshot().get("lab");
    assertThat(unknown.power()).isInstanceOf(NodePower.Unavailable.class);
    assertThat(unknown.watts()).isEmpty();
    assertThat(unknown.energy()).isEqualTo(new Energy.Estimated(3000, model));
    MeasuredPower.Known other = known(50, "fedcba9876543210");
    powers.learned(Map.of("lab", other));
    idle.look(START.plusSeconds(30));
    assertThat(idle.snapshot().get("lab").energy())
        .as("nothing is added for the time before")
        .isEqualTo(new Energy.Estimated(3000, model));
    idle.look(START.plusSeconds(40));
    assertThat(idle.snapshot().get("lab").energy())
        .isEqualTo(
            new Energy.Estimated(
                4500,
                "nodes × idle power from " + other.source() + ", before from another source"));
  }

  private static MeasuredPower.Known known(double idle, String run) {
    return new MeasuredPower.Known(
        new Power(idle, 200), new MeasuredPower.Uses(0, 1), false, 0.05, List.of(run));
  }
}
