// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.carbon;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.athanor.scheduler.policy.ClusterState;
import org.athanor.scheduler.policy.Offer;
import org.athanor.scheduler.policy.PendingJob;
import org.athanor.scheduler.predict.Prediction;

/**
 * The electricity of clusters.
 *
 * @param zones of the grid, by the names of clusters; clusters without one are never preferred nor
 *     excluded
 */
public record Electricity(Intensities intensities, Map<String, String> zones) {

  /** Makes it, with a copy of the map. */
  public Electricity {
    zones = Map.copyOf(zones);
  }

  /**
   * What a job takes on a cluster; empty if that is not known. Energies of a job are all predicted,
   * or all taken to be a watt for each vcore, so that they can be compared.
   */
  Optional<DelayPrice.Place> place(PendingJob job, ClusterState cluster) {
    Optional<Offer> offer = Optional.ofNullable(job.offers().get(cluster.name()));
    Optional<Prediction> seconds = offer.flatMap(Offer::seconds);
    if (seconds.isEmpty() || !zones.containsKey(cluster.name())) {
      return Optional.empty();
    }
    boolean joules =
        job.offers().values().stream()
            .filter(each -> each.seconds().isPresent())
            .allMatch(each -> each.joules().isPresent());
    double middle = seconds.get().middle();
    double energy =
        joules
            ? offer.flatMap(Offer::joules).orElseThrow().middle()
            : middle * job.needs(cluster).vcores();
    return Optional.of(new DelayPrice.Place(middle, energy));
  }

  /** The mean intensity of a cluster; empty if it is not known. */
  OptionalDouble mean(String cluster, Instant from, double seconds) {
    String zone = zones.get(cluster);
    return zone == null ? OptionalDouble.empty() : intensities.mean(zone, from, seconds);
  }

  /** When the intensity of a cluster changes next. */
  Optional<Instant> changeAfter(String cluster, Instant time) {
    return Optional.ofNullable(zones.get(cluster))
        .flatMap(zone -> intensities.changeAfter(zone, time));
  }
}
