// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.athanor.scheduler.clusters.Application;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterLoad;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.clusters.Kind;
import org.athanor.scheduler.ledger.Resources;
import org.junit.jupiter.api.Test;

class SleepingClustersTest {
  private static final Cluster LAB =
      new Cluster(
          "lab",
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

  /** Two nodes of four vcores, of which a queue may use half. */
  private static final ClusterSource AWAKE =
      new ClusterSource() {
        @Override
        public List<Cluster> clusters() {
          return List.of(LAB);
        }

        @Override
        public ClusterLoad load(String cluster) {
          return new ClusterLoad.Known(
              new Resources(4, 4, 0, 0),
              Resources.NONE,
              2,
              new Resources(4, 4, 0, 0),
              Instant.EPOCH,
              Optional.empty());
        }

        @Override
        public List<Application> applications(String cluster, String tag) {
          return List.of();
        }

        @Override
        public Optional<Application> application(String cluster, String id) {
          return Optional.empty();
        }
      };

  /** What a busy core needs follows from what a node has, and not from what sleeps. */
  @Test
  void sleepingNodesAddRoomButNoVcoresToANode() {
    SleepingNodes asleep =
        new SleepingNodes(6, new Resources(4, 4, 0, 0), 2, Duration.ofMinutes(3));
    ClusterLoad.Known load =
        (ClusterLoad.Known) new SleepingClusters(AWAKE, name -> asleep).load("lab");
    assertThat(load.total()).isEqualTo(new Resources(16, 16, 0, 0));
    assertThat(load.nodes()).isEqualTo(2);
    assertThat(load.node()).isEqualTo(new Resources(4, 4, 0, 0));
  }
}
