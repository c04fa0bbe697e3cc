// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.pool.Pools;
import org.athanor.scheduler.service.PolicyChoice;

/**
 * What the user says about clusters and how they are chosen.
 *
 * @param regions of the storage; empty if the file of clusters names none
 * @param seed of the policy's chance
 * @param recording file to begin for what is decided
 */
record ClusterChoice(
    List<Cluster> clusters,
    Pools pools,
    Optional<RegionRules> regions,
    PolicyChoice policy,
    long seed,
    Optional<Path> recording) {

  /** Clusters for which nothing is recorded. */
  ClusterChoice(
      List<Cluster> clusters,
      Pools pools,
      Optional<RegionRules> regions,
      PolicyChoice policy,
      long seed) {
    this(clusters, pools, regions, policy, seed, Optional.empty());
  }

  /** With a recording, if there is a file for it. */
  ClusterChoice recorded(Optional<Path> file) {
    return new ClusterChoice(clusters, pools, regions, policy, seed, file);
  }
}
