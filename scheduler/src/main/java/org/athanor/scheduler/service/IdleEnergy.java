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
 * is to blame for that, so it is a line of its own. Thread of work; what is told is immutable.
 */
final class IdleEnergy {
  /** Longer than this without a look, and nobody knows which nodes were there. */
  private static final Duration LONGEST = Duration.ofMinutes(1);

  private final ClusterSource clusters;
  private final Map<String, Double> joules = new HashMap<>();
  private final Map<String, Instant> looks = new HashMap<>(); // the last ones that saw nodes

  IdleEnergy(ClusterSource clusters) {
    this.clusters = clusters;
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

  private OptionalDouble watts(Cluster cluster) {
    Optional<Power> power = cluster.traits().power();
    return power.isPresent() && clusters.load(cluster.name()) instanceof ClusterLoad.Known load
        ? OptionalDouble.of(power.get().idleWatts() * load.nodes())
        : OptionalDouble.empty();
  }

  /** By cluster. */
  Map<String, ClusterIdle> snapshot() {
    Map<String, ClusterIdle> all = new LinkedHashMap<>();
    for (Cluster cluster : clusters.clusters()) {
      Double sum = joules.get(cluster.name());
      Energy energy =
          sum != null
              ? new Energy.Estimated(sum, "nodes × idle power from the file of clusters")
              : new Energy.Unavailable(
                  cluster.traits().power().isEmpty()
                      ? EnergyForecast.NO_POWER
                      : "the cluster has not answered yet");
      all.put(cluster.name(), new ClusterIdle(watts(cluster), energy));
    }
    return all;
  }
}
