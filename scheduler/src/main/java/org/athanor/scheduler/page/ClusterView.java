// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.page;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterLoad;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.energy.EnergySum;
import org.athanor.scheduler.ledger.Reservation;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.service.ClusterIdle;
import org.athanor.scheduler.service.Seen;

/**
 * A cluster, and what of it is free.
 *
 * @param kind local or yarn
 * @param reserved by jobs of this scheduler
 * @param jobs how many of them
 * @param load empty if it is unavailable
 * @param trouble why it is, or why nothing newer is known; empty if there is none
 * @param age seconds since it was asked, from 0
 * @param energy of all attempts that have ended on it
 * @param idle what its nodes need even if no job runs
 */
record ClusterView(
    String name,
    String kind,
    Resources reserved,
    int jobs,
    Optional<ClusterLoad.Known> load,
    Optional<String> trouble,
    Optional<Double> age,
    EnergySum energy,
    ClusterIdle idle) {

  /** What neither the scheduler's jobs nor others use, R_a; nothing if it is unavailable. */
  Resources free() {
    return load.map(it -> it.total().minus(it.foreign()).minus(reserved)).orElse(Resources.NONE);
  }

  /**
   * All clusters, in the order of their file.
   *
   * @param energy of attempts that have ended, by cluster
   * @param now by the clock of those that ask the clusters, which may be set
   */
  static List<ClusterView> of(
      ClusterSource clusters, Seen seen, Map<String, EnergySum> energy, Instant now) {
    List<ClusterView> views = new ArrayList<>();
    for (Cluster cluster : clusters.clusters()) {
      List<Reservation> here =
          seen.reservations().stream()
              .filter(each -> each.cluster().equals(cluster.name()))
              .toList();
      Resources reserved =
          here.stream().map(Reservation::resources).reduce(Resources.NONE, Resources::plus);
      ClusterLoad load = clusters.load(cluster.name());
      Optional<ClusterLoad.Known> known =
          load instanceof ClusterLoad.Known it ? Optional.of(it) : Optional.empty();
      Optional<String> trouble =
          load instanceof ClusterLoad.Unavailable it
              ? Optional.of(it.reason())
              : known.flatMap(ClusterLoad.Known::trouble);
      views.add(
          new ClusterView(
              cluster.name(),
              cluster.isYarn() ? "yarn" : "local",
              reserved,
              here.size(),
              known,
              trouble,
              known.map(it -> Math.max(0, Duration.between(it.at(), now).toMillis() / 1e3)),
              energy.getOrDefault(cluster.name(), EnergySum.NONE),
              seen.idle().get(cluster.name())));
    }
    return List.copyOf(views);
  }
}
