// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterLoad;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.clusters.Power;
import org.athanor.scheduler.energy.Energy;

/**
 * What the nodes of each cluster need even if no job runs, since the scheduler was started: no job
 * is to blame for that, so it is a line of its own. Clusters that are queues of the same nodes have
 * one such line. Thread of work; what is told is immutable.
 */
final class IdleEnergy {
  /** Longer than this without a look, and nobody knows which nodes were there. */
  private static final Duration LONGEST = Duration.ofMinutes(1);

  private final ClusterSource clusters;
  private final NodePowers powers;
  private final Map<String, Double> joules = new HashMap<>();
  private final Map<String, Instant> looks = new HashMap<>(); // the last ones that saw nodes

  IdleEnergy(ClusterSource clusters, NodePowers powers) {
    this.clusters = clusters;
    this.powers = powers;
  }

  /** Adds the time since the last look. */
  void look(Instant now) {
    for (Cluster cluster : clusters.clusters()) {
      OptionalDouble watts = watts(cluster);
      if (watts.isEmpty()) {
        looks.remove(cluster.name());
        continue;
      }
      Instant last = looks.put(cluster.name(), now);
      Duration since = last == null ? Duration.ZERO : Duration.between(last, now);
      if (since.compareTo(LONGEST) <= 0 && !since.isNegative()) {
        joules.merge(cluster.name(), watts.getAsDouble() * since.toMillis() / 1e3, Double::sum);
      }
    }
  }

  /** The cluster that counts these nodes: the first one of the file that has them, and a power. */
  private Optional<Cluster> counting(Cluster cluster) {
    return clusters.clusters().stream()
        .filter(each -> power(each).isPresent() && each.sharesNodes(cluster))
        .findFirst();
  }

  private Optional<Power> power(Cluster cluster) {
    return powers.of(cluster.name()).power();
  }

  /** Empty also if another cluster counts the nodes. */
  private OptionalDouble watts(Cluster cluster) {
    Optional<Power> power = counting(cluster).filter(cluster::equals).flatMap(this::power);
    return power.isPresent() && clusters.load(cluster.name()) instanceof ClusterLoad.Known load
        ? OptionalDouble.of(power.get().idleWatts() * load.nodes())
        : OptionalDouble.empty();
  }

  private String why(Cluster cluster) {
    if (powers.of(cluster.name()) instanceof NodePower.Unavailable unavailable) {
      return unavailable.reason();
    }
    Cluster counting = counting(cluster).orElseThrow();
    return counting.equals(cluster)
        ? "the cluster has not answered yet"
        : "its nodes are those of cluster " + counting.name() + ", and are counted there";
  }

  /** By cluster. */
  Map<String, ClusterIdle> snapshot() {
    Map<String, ClusterIdle> all = new LinkedHashMap<>();
    for (Cluster cluster : clusters.clusters()) {
      Double sum = joules.get(cluster.name());
      NodePower power = powers.of(cluster.name());
      Energy energy =
          sum != null
              ? new Energy.Estimated(sum, "nodes × idle power from " + power.source())
              : new Energy.Unavailable(why(cluster));
      all.put(cluster.name(), new ClusterIdle(power, watts(cluster), energy));
    }
    return all;
  }
}
