// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.athanor.scheduler.catalogue.MeasuredPower;
import org.athanor.scheduler.clusters.ClusterLoad;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.clusters.Power;

/**
 * What the nodes of clusters need: as the file of clusters says; else as the catalogue does.
 * Thread-safe.
 */
public final class NodePowers {
  static final String NOT_GIVEN = "the file of clusters gives no power of its nodes";

  private final ClusterSource clusters;
  private final boolean usesCatalogue;
  private volatile Optional<Map<String, MeasuredPower>> measured;

  private NodePowers(
      ClusterSource clusters,
      boolean usesCatalogue,
      Optional<Map<String, MeasuredPower>> measured) {
    this.clusters = clusters;
    this.usesCatalogue = usesCatalogue;
    this.measured = measured;
  }

  /** Of a scheduler without a catalogue. */
  static NodePowers withoutCatalogue(ClusterSource clusters) {
    return new NodePowers(clusters, false, Optional.of(Map.of()));
  }

  /** Of a scheduler whose catalogue is not read yet. */
  static NodePowers beforeCatalogue(ClusterSource clusters) {
    return new NodePowers(clusters, true, Optional.empty());
  }

  /**
   * With a catalogue that was read.
   *
   * @param measured by cluster
   */
  public static NodePowers of(ClusterSource clusters, Map<String, MeasuredPower> measured) {
    return new NodePowers(clusters, true, Optional.of(Map.copyOf(measured)));
  }

  /** The catalogue was read. */
  void learned(Map<String, MeasuredPower> found) {
    measured = Optional.of(Map.copyOf(found));
  }

  /** Whether there is a catalogue, and it has not been read yet. */
  boolean waitsForCatalogue() {
    return measured.isEmpty();
  }

  /** Of each node of a cluster; of one that is not in the file, it is not known. */
  public NodePower of(String cluster) {
    Optional<Power> given = clusters.cluster(cluster).flatMap(it -> it.traits().power());
    if (given.isPresent()) {
      return new NodePower.Given(given.get());
    }
    Optional<Map<String, MeasuredPower>> all = measured;
    MeasuredPower found = all.map(it -> it.get(cluster)).orElse(null);
    if (found instanceof MeasuredPower.Known known) {
      return new NodePower.Catalogue(known);
    }
    String why =
        found instanceof MeasuredPower.Unknown unknown
            ? unknown.reason()
            : !usesCatalogue
                ? "no catalogue is used"
                : all.isPresent()
                    ? "the catalogue has no runs there"
                    : "the catalogue has not been read yet";
    return new NodePower.Unavailable(NOT_GIVEN + ", and " + why);
  }

  /**
   * Watts of a busy core above those of an idle one, if the cluster's nodes are known now.
   *
   * @param power of each of them, as {@link #of} says
   */
  OptionalDouble busyCoreWatts(String cluster, NodePower power) {
    return power.power().isPresent()
            && clusters.load(cluster) instanceof ClusterLoad.Known load
            && load.nodeVcores() > 0
        ? OptionalDouble.of(power.power().get().dynamicWatts() / load.nodeVcores())
        : OptionalDouble.empty();
  }
}
