// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.carbon;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The electricity of clusters.
 *
 * @param supplies by the names of clusters; those without one are never preferred nor excluded
 */
public record Electricity(Intensities intensities, Map<String, Supply> supplies) {

  /**
   * What a cluster takes.
   *
   * @param zone of the grid
   * @param wattsPerVcore of a busy vcore beyond those of idle nodes, above 0, for jobs of which no
   *     energy is predicted
   */
  public record Supply(String zone, double wattsPerVcore) {}

  /** Makes it, with a copy of the map. */
  public Electricity {
    supplies = Map.copyOf(supplies);
  }

  /** Joules of a job of which none are predicted; empty for a cluster without a supply. */
  OptionalDouble joules(String cluster, double seconds, double vcores) {
    Supply supply = supplies.get(cluster);
    return supply == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(seconds * vcores * supply.wattsPerVcore());
  }

  /** The mean intensity of a cluster; empty if it is not known. */
  OptionalDouble mean(String cluster, Instant from, double seconds) {
    Supply supply = supplies.get(cluster);
    return supply == null ? OptionalDouble.empty() : intensities.mean(supply.zone(), from, seconds);
  }

  /** When the intensity of a cluster changes next. */
  Optional<Instant> changeAfter(String cluster, Instant time) {
    return Optional.ofNullable(supplies.get(cluster))
        .flatMap(supply -> intensities.changeAfter(supply.zone(), time));
  }

  /** The bounds for the thresholds of a cluster; empty if nothing is known. */
  Optional<Bounds> bounds(String cluster, Instant now) {
    return Optional.ofNullable(supplies.get(cluster))
        .map(supply -> intensities.range(supply.zone(), now, Bounds.AHEAD))
        .filter(range -> !range.isEmpty())
        .map(Bounds::of);
  }
}
