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
  private final Map<String, Sum> sums = new HashMap<>();
  private final Map<String, Instant> looks = new HashMap<>(); // the last ones that saw nodes

  /**
   * What the nodes of a cluster needed.
   *
   * @param source of the power that was added last
   * @param others times that it was another one than before
   */
  private record Sum(double joules, String source, int others) {
    Sum plus(double more, String from) {
      return new Sum(joules + more, from, joules == 0 || source.equals(from) ? others : others + 1);
    }

    Energy.Estimated estimate() {
      String before =
          others == 0
              ? ""
              : others == 1
                  ? ", before from another source"
                  : ", before from " + others + " others";
      return new Energy.Estimated(joules, "nodes × idle power from " + source + before);
    }
  }

  IdleEnergy(ClusterSource clusters, NodePowers powers) {
    this.clusters = clusters;
    this.powers = powers;
  }

  /** Adds the time since the last look. */
  void look(Instant now) {
    for (Cluster cluster : clusters.clusters()) {
      NodePower power = powers.of(cluster.name());
      OptionalDouble watts = watts(cluster, power);
      if (watts.isEmpty()) {
        looks.remove(cluster.name());
        continue;
      }
      Instant last = looks.put(cluster.name(), now);
      Duration since = Duration.between(last == null ? now : last, now);
      Sum before = sums.getOrDefault(cluster.name(), new Sum(0, power.source(), 0));
      if (last == null) {
        sums.put(cluster.name(), before); // of no time yet
      } else if (since.compareTo(LONGEST) <= 0 && !since.isNegative()) {
        double more = watts.getAsDouble() * since.toMillis() / 1e3;
        sums.put(cluster.name(), before.plus(more, power.source()));
      }
    }
  }

  /** The cluster that counts these nodes: the first one of the file that has them, and a power. */
  private Optional<Cluster> counting(Cluster cluster) {
    return clusters.clusters().stream()
        .filter(each -> powers.of(each.name()).power().isPresent() && each.sharesNodes(cluster))
        .findFirst();
  }

  /** Empty also if another cluster counts the nodes. */
  private OptionalDouble watts(Cluster cluster, NodePower of) {
    Optional<Power> power = counting(cluster).filter(cluster::equals).flatMap(it -> of.power());
    return power.isPresent() && clusters.load(cluster.name()) instanceof ClusterLoad.Known load
        ? OptionalDouble.of(power.get().idleWatts() * load.nodes())
        : OptionalDouble.empty();
  }

  private String why(Cluster cluster, NodePower power) {
    if (power instanceof NodePower.Unavailable unavailable) {
      return unavailable.reason();
    }
    // The catalogue may have been read again since the power was looked up.
    return counting(cluster)
        .filter(it -> !it.equals(cluster))
        .map(it -> "its nodes are those of cluster " + it.name() + ", and are counted there")
        .orElse("the cluster has not answered yet");
  }

  /** By cluster. */
  Map<String, ClusterIdle> snapshot() {
    Map<String, ClusterIdle> all = new LinkedHashMap<>();
    for (Cluster cluster : clusters.clusters()) {
      Sum sum = sums.get(cluster.name());
      NodePower power = powers.of(cluster.name());
      Energy energy = sum != null ? sum.estimate() : new Energy.Unavailable(why(cluster, power));
      all.put(cluster.name(), new ClusterIdle(power, watts(cluster, power), energy));
    }
    return all;
  }
}
